import { readFileSync } from 'node:fs';
import solc from 'solc';
import { z } from 'zod';

const FILE = 'TestUsdc.sol';
const SOURCE = new URL(FILE, import.meta.url);

const Output = z.object({
  contracts: z.object({
    [FILE]: z.object({
      TestUsdc: z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string().min(1) }) }) }),
    }),
  }),
});

/** Compiles the token of the test chains: its runtime code. */
export function compileTestUsdc(): `0x${string}` {
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: readFileSync(SOURCE, 'utf8') } },
    settings: { outputSelection: { [FILE]: { TestUsdc: ['evm.deployedBytecode.object'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const result = Output.safeParse(output);
  if (!result.success) throw new Error(`solc: ${JSON.stringify(output)}`);
  return `0x${result.data.contracts[FILE].TestUsdc.evm.deployedBytecode.object}`;
}
