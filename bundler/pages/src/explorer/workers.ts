/** Tells the editor where its workers are: beside the page, since scripts from another kind of address are blocked. */
const FILES: Readonly<Record<string, string>> = { json: 'json.worker.js', graphql: 'graphql.worker.js' };

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) => new Worker(`/explorer/${FILES[label] ?? 'editor.worker.js'}`),
  },
});
