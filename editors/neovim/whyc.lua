-- whyc in Neovim (0.7 or newer): put this file into ~/.config/nvim/plugin, or `luafile` it.
-- WHYC names the executable if it is not in the path.

local function root(file)
  local found = vim.fn.findfile('compile_commands.json', vim.fn.fnamemodify(file, ':h') .. ';')
  return vim.fn.fnamemodify(found ~= '' and found or file, ':p:h')
end

local client_of_root = {}

local function attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' then return end
  local folder = root(file)
  if not client_of_root[folder] or not vim.lsp.get_client_by_id(client_of_root[folder]) then
    client_of_root[folder] = vim.lsp.start_client({
      name = 'whyc',
      cmd = { vim.env.WHYC or 'whyc', 'lsp' },
      root_dir = folder,
      -- init_options = { timeoutSeconds = 10, ['function'] = 'f' },
    })
  end
  if client_of_root[folder] then vim.lsp.buf_attach_client(buffer, client_of_root[folder]) end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'c', 'cpp' },
  callback = function(event)
    local name = vim.api.nvim_buf_get_name(event.buf)
    if name:match('%.[chi]$') then attach(event.buf) end
  end,
})

-- :Whyc explain, :Whyc minimize, :Whyc localize, :Whyc openReport, :Whyc writeTest
vim.api.nvim_create_user_command('Whyc', function(call)
  local params = {
    command = 'whyc.' .. call.args,
    arguments = { { uri = vim.uri_from_bufnr(0) } },
  }
  vim.lsp.buf_request(0, 'workspace/executeCommand', params, function(failure, result)
    if failure then return vim.notify(failure.message, vim.log.levels.WARN) end
    if type(result) == 'table' and type(result.text) == 'string' then
      vim.cmd('new')
      vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(result.text, '\n'))
      vim.bo.buftype, vim.bo.bufhidden, vim.bo.modified = 'nofile', 'wipe', false
    end
  end)
end, {
  nargs = 1,
  complete = function() return { 'explain', 'minimize', 'localize', 'openReport', 'writeTest', 'toggleValues' } end,
})
