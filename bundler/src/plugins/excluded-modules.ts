import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'excluded-modules';
const APOLLO_GATEWAY = /[\\/]@apollo[\\/]gateway[\\/]/;

/** Leaves out what libraries load and no process uses: it would be held in memory by every process that loads it. */
export const excludedModules: Plugin = {
  name: 'excluded-modules',
  setup({ onResolve, onLoad }) {
    // What Apollo's reports of the machine are made with, which are off (gateway/src/graphql/apollo.ts).
    onResolve({ filter: /^@opentelemetry\// }, ({ path, importer }) =>
      path !== '@opentelemetry/api' && APOLLO_GATEWAY.test(importer) ? { path, namespace: NAMESPACE } : undefined,
    );
    onLoad({ filter: /.*/, namespace: NAMESPACE }, () => ({ contents: '' }));
    // The command line of what migrates databases: ours is another (common/store/src/mongo/migrate-command.ts).
    onLoad({ filter: /[\\/]umzug[\\/]lib[\\/]cli\.js$/ }, () => ({ contents: '' }));
    // The languages of zod but English, which it speaks unasked.
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};
