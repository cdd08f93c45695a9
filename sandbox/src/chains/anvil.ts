import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';

const PLATFORMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'win32' };
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** Returns the path of anvil's binary for this machine, in its npm package: no install script has to run. */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${PLATFORMS[platform()]}-${ARCHITECTURES[arch()]}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${platform() === 'win32' ? 'anvil.exe' : 'anvil'}`);
  } catch (error) {
    const way = 'set the addresses of real chains and venues instead';
    throw new Error(`${name} is not installed (does npm omit optional dependencies?): ${way}`, { cause: error });
  }
}

/** The number of past states that can still be read; `finalized` is two behind. Each costs memory. */
const READABLE_BLOCKS = 64;

/**
 * Returns the arguments of an embedded chain that starts from `snapshotFile` where there is one. It makes no block by itself, has no funded
 * account, and writes nothing: its keeper does all three.
 */
export function anvilArguments(options: {
  host: string;
  port: number;
  chainId: number;
  snapshotFile: string;
}): string[] {
  return [
    ...['--host', options.host, '--port', String(options.port), '--chain-id', String(options.chainId), '--quiet'],
    ...['--accounts', '0', '--no-mining', '--slots-in-an-epoch', '1', '--prune-history', String(READABLE_BLOCKS)],
    ...(existsSync(options.snapshotFile) ? ['--load-state', options.snapshotFile] : []),
  ];
}
