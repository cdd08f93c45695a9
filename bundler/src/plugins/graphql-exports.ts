import type { Plugin } from 'esbuild';
import * as library from 'graphql';
import { ROOT } from '../entries.js';

const NAMESPACE = 'names-of-graphql';
/** What names the module as a whole, and not something in it. */
const WHOLE = ['default', 'module.exports', '__esModule'];
const names = Object.keys(library).filter((name) => !WHOLE.includes(name));

/**
 * ES modules take the names of the GraphQL library, which is CommonJS, from one module. Otherwise the bundler gives each of
 * the seventy that import it a copy of them all, with a function and its context for each: two MiB in every subgraph.
 */
export const graphqlExports: Plugin = {
  name: 'graphql-names',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^graphql$/ }, ({ path, kind, namespace }) =>
      kind === 'require-call' || namespace === NAMESPACE ? undefined : { path, namespace: NAMESPACE },
    );
    onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `import * as library from '${path}'; export const { ${names.join(', ')} } = library;`,
      resolveDir: ROOT,
    }));
  },
};
