// Starts `whyc lsp` for C files. All that is shown comes from the server.
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
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
