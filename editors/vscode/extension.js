// Starts `whyc lsp` for C files, and `whyc dap` to debug them. All that is shown comes from these two.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const VERBS = ['minimize', 'explain', 'localize', 'openReport', 'writeTest', 'toggleValues'];

let client;

function activate(context) {
  const settings = vscode.workspace.getConfiguration('whyc');
  const initializationOptions = {
    timeoutSeconds: settings.get('timeoutSeconds'),
    values: settings.get('values'),
    function: settings.get('function') || null,
  };
  const server = { command: settings.get('path'), args: ['lsp'] };
  const documentSelector = [
    { scheme: 'file', language: 'c' },
    // Headers may be taken for C++; they count where C includes them.
    { scheme: 'file', pattern: '**/*.h' },
  ];
  client = new LanguageClient('whyc', 'whyc', server, { documentSelector, initializationOptions });
  for (const verb of VERBS) {
    // The server's own commands need to know which file is meant.
    const ask = () => {
      const editor = vscode.window.activeTextEditor;
      if (editor) return vscode.commands.executeCommand(`whyc.${verb}`, { uri: editor.document.uri.toString() });
    };
    context.subscriptions.push(vscode.commands.registerCommand(`whyc.${verb}Here`, ask));
  }
  debuggers(context);
  return client.start();
}

function debuggers(context) {
  const command = (name, run) => context.subscriptions.push(vscode.commands.registerCommand(name, run));
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('whyc', {
      createDebugAdapterDescriptor: () =>
        new vscode.DebugAdapterExecutable(vscode.workspace.getConfiguration('whyc').get('path'), ['dap']),
    }),
    // F5 in a C file, without a launch.json.
    vscode.debug.registerDebugConfigurationProvider('whyc', {
      resolveDebugConfiguration: (_folder, config) => {
        const file = vscode.window.activeTextEditor?.document.uri.fsPath;
        if (config.type) return config;
        return file && { type: 'whyc', request: 'launch', name: 'whyc', program: file };
      },
    }),
  );
  const start = (run) => () => {
    const file = vscode.window.activeTextEditor?.document.uri.fsPath;
    if (file) return vscode.debug.startDebugging(undefined, { type: 'whyc', request: 'launch', name: 'whyc', program: file, run });
  };
  command('whyc.debugHere', start('failing'));
  command('whyc.debugPassingHere', start('passing'));
  command('whyc.why', async () => {
    const editor = vscode.window.activeTextEditor;
    const session = vscode.debug.activeDebugSession;
    if (!editor || !session || session.type !== 'whyc') return;
    const word = editor.document.getWordRangeAtPosition(editor.selection.active);
    const selected = editor.selection.isEmpty && word ? word : editor.selection;
    const value = editor.document.getText(selected);
    const name = await vscode.window.showInputBox({ prompt: 'Where does this value come from?', value });
    if (!name) return;
    try {
      const answer = await session.customRequest('whyc/why', { name });
      vscode.window.setStatusBarMessage(answer.text, 10000);
    } catch (error) {
      vscode.window.showWarningMessage(`whyc: ${error.message}`);
    }
  });
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
