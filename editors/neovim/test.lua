-- Opens a faulty program in a real editor, waits for its diagnostic, makes the change that whyc offers, saves, and sees the
-- diagnostic go away. Run by `cargo test -p whyc --test lsp`; alone:
--   WHYC=target/debug/whyc nvim --headless -u NONE -n COPY_OF_MEDIAN.c -c 'luafile editors/neovim/test.lua'

local LIMIT = 300 * 1000

local function say(text) io.stderr:write('whyc: ' .. text .. '\n') end

local function fail(text)
  say(text)
  vim.cmd('cquit 1')
end

local function wait(what, is_there)
  if not vim.wait(LIMIT, is_there, 50) then fail('there should be ' .. what) end
end

local function offered()
  local params = vim.lsp.util.make_range_params(0, 'utf-16')
  local diagnostic = vim.diagnostic.get(0)[1]
  if not diagnostic then return nil end
  local place = { line = diagnostic.lnum, character = diagnostic.col }
  params.range = { start = place, ['end'] = place }
  params.context = { diagnostics = {} }
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000) or {}
  for _, answer in pairs(answers) do
    for _, action in ipairs(answer.result or {}) do
      if action.edit and action.isPreferred then return action end
    end
  end
end

local ok, problem = xpcall(function()
  local here = debug.getinfo(1, 'S').source:sub(2)
  dofile(vim.fn.fnamemodify(here, ':p:h') .. '/whyc.lua')
  vim.bo.filetype = 'c'

  wait('a diagnostic', function() return #vim.diagnostic.get(0) == 1 end)
  local diagnostic = vim.diagnostic.get(0)[1]
  say(('line %d: %s'):format(diagnostic.lnum + 1, diagnostic.message:gsub('\n', '; ')))

  local action
  wait('a change', function()
    action = offered()
    return action ~= nil
  end)
  say(action.title)
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  vim.cmd('silent write')
  wait('no diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
  say('the diagnostic is gone')
end, debug.traceback)

if not ok then fail(problem) end
vim.cmd('qall!')
