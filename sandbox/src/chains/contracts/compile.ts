import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import solc from 'solc';
import { z } from 'zod';

const FOLDER = fileURLToPath(new URL('../../../src/chains/contracts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The prefix of contracts that are placed on a chain; the others are parts of them. */
const PLACED = 'Sandbox';
const require = createRequire(import.meta.url);

const Output = z.object({
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
});

/** The committed part of the compiled USDC, `generated/usdc.ts`. */
export interface UsdcArtifact {
  compiler: string;
  /** Creation code; its constructor takes the minter's address. */
  creationCode: string;
}

/** The committed part of a venue's compiled contracts, its `contracts/generated/artifacts.ts`. */
export interface Artifacts {
  compiler: string;
  /** Creation codes by the contracts' names, without the arguments of their constructors. */
  creationCodes: Record<string, string>;
}

/** Compiles the sandbox's USDC from its source and OpenZeppelin's, for the generator and the test that compares. */
export function compileUsdc(): UsdcArtifact {
  const { compiler, creationCodes } = compileFolder(FOLDER);
  return { compiler, creationCode: creationCodes['SandboxUsdc'] ?? '' };
}

/** Returns the folders with contracts of venues, from which `compileFolder` takes them. */
export function venueContractFolders(): string[] {
  return globSync(join(ROOT, 'venues/*/sandbox/contracts')).sort();
}

/** Compiles all contracts of a folder. */
export function compileFolder(folder: string): Artifacts {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }])),
    settings: {
      // Without metadata the bytes depend on the code alone, not on comments or paths.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      optimizer: { enabled: true, runs: 200 },
      outputSelection: Object.fromEntries(files.map((file) => [file, { '*': ['evm.bytecode.object'] }])),
    },
  };
  const readImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }));
  const result = Output.safeParse(output);
  if (!result.success) throw new Error(`solc: ${JSON.stringify(output.errors)}`);
  const placed = Object.values(result.data.contracts)
    .flatMap((each) => Object.entries(each))
    .filter(([name]) => name.startsWith(PLACED));
  return {
    compiler: solc.version(),
    creationCodes: Object.fromEntries(placed.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`])),
  };
}
