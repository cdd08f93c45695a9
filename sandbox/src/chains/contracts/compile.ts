import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import solc from 'solc';
import { z } from 'zod';

const FILE = 'SandboxUsdc.sol';
const CONTRACT = 'SandboxUsdc';
const SOURCE = fileURLToPath(new URL(`../../../src/chains/contracts/${FILE}`, import.meta.url));
const require = createRequire(import.meta.url);

const Output = z.object({
  contracts: z.object({
    [FILE]: z.object({
      [CONTRACT]: z.object({ evm: z.object({ bytecode: z.object({ object: z.string().min(1) }) }) }),
    }),
  }),
});

/** The committed part of the compiled contract, `generated/usdc.ts`. */
export interface UsdcArtifact {
  compiler: string;
  /** Creation code; its constructor takes the minter's address. */
  creationCode: string;
}

/** Compiles the sandbox's USDC from its source and OpenZeppelin's, for the generator and the test that compares. */
export function compileUsdc(): UsdcArtifact {
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: readFileSync(SOURCE, 'utf8') } },
    settings: {
      // Without metadata the bytes depend on the code alone, not on comments or paths.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { [FILE]: { [CONTRACT]: ['evm.bytecode.object'] } },
    },
  };
  const readImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }));
  const result = Output.safeParse(output);
  if (!result.success) throw new Error(`solc: ${JSON.stringify(output.errors)}`);
  const { object } = result.data.contracts[FILE][CONTRACT].evm.bytecode;
  return { compiler: solc.version(), creationCode: `0x${object}` };
}
