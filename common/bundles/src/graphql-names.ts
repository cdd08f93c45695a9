import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';
import { ROOT } from './entries.js';

/** The library as it is written (CommonJS). */
const LIBRARY = 'graphql';
const NAMESPACE = 'names-of-graphql';

/**
 * ES modules take the names of the GraphQL library from one module. Otherwise the bundler gives each of the seventy that
 * import it a copy of all its names, with a function and its context for each: two MiB in every subgraph.
 */
export const graphqlNames: Plugin = {
  name: 'graphql-names',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${LIBRARY}$`) }, ({ kind, namespace }) =>
      kind === 'require-call' || namespace === NAMESPACE ? undefined : { path: LIBRARY, namespace: NAMESPACE },
    );
    onLoad({ filter: /.*/, namespace: NAMESPACE }, () => {
      const names = Object.keys(createRequire(import.meta.url)(LIBRARY)).join(', ');
      return {
        contents: `import * as library from '${LIBRARY}'; export const { ${names} } = library;`,
        resolveDir: ROOT,
      };
    });
  },
};
