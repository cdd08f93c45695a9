/** Tells the editor where its workers are: beside the page, since no script of another kind of address may run. */
const FILES: Readonly<Record<string, string>> = { json: 'json.worker.js', graphql: 'graphql.worker.js' };

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) => new Worker(`/explorer/${FILES[label] ?? 'editor.worker.js'}`),
  },
});
