import { join } from 'node:path';
import { type BundleName, DIRECTORY } from './entries.js';

/** The file that a process begins with, made by `npm run build`. */
export const bundleOf = (name: BundleName) => join(DIRECTORY, `${name}.js`);

/** The processes that serve, each with the mebibytes that its old objects may take. */
const HEAP_MEBIBYTES = {
  sandbox: 256,
  identity: 256,
  wallet: 256,
  context: 256,
  runtime: 448,
  execution: 256,
  gateway: 256,
  'rest-facade': 256,
} as const;

/** The name of a process that serves. */
export type ServerName = keyof typeof HEAP_MEBIBYTES;

/**
 * What follows `node` in the command of a process, wherever it is run: its options, then its file
 * (docs/decisions/sixteen-processes-share-two-cores.md).
 */
export function startOf(name: ServerName): string[] {
  return [
    `--max-old-space-size=${HEAP_MEBIBYTES[name]}`,
    ...roomOf(name),
    // Several processes share a machine: each collects its garbage on its own thread alone, which costs a tenth less a
    // request than helpers that wake the other cores, and runs V8's own code where all share it instead of in a copy.
    '--single-threaded-gc',
    '--no-short-builtin-calls',
    bundleOf(name),
  ];
}

/**
 * What answers requests has room for their garbage: it collects seldom, young objects and old ones. The two that move
 * whole tables about would fill whatever they had, so that they have little room for old objects. For young ones the sandbox, which
 * looks at its chains all the time, has the room without which half of an idle one's processor time is garbage collection. The context
 * service begins with room that a start's tables take, which saves a quarter of a start; V8 takes it back, as the option for size has it.
 */
function roomOf(name: ServerName): string[] {
  if (name === 'context') return ['--min-semi-space-size=16', '--max-semi-space-size=16', '--optimize-for-size'];
  return name === 'sandbox'
    ? ['--min-semi-space-size=4', '--max-semi-space-size=4', '--heap-growing-percent=30']
    : ['--max-semi-space-size=64', '--heap-growing-percent=300'];
}
