import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDirectory, provision } from '@platform/kit/provisioning';
import { z } from 'zod';

const FILE = 'TestUsdc.sol';
const CODE_FILE = 'code.txt';
const source = readFileSync(new URL(FILE, import.meta.url), 'utf8');
const compilerFile = new URL(import.meta.resolve('solc/package.json'));

const Output = z.object({
  contracts: z.object({
    [FILE]: z.object({
      TestUsdc: z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string().min(1) }) }) }),
    }),
  }),
});

/** Returns the runtime code of the test chains' token: compiled once per machine, since the compiler needs a second to start. */
export async function testUsdcCode(): Promise<`0x${string}`> {
  const digest = createHash('sha256').update(source).update(readFileSync(compilerFile)).digest('hex');
  const directory = await provision({
    ...{ cacheDir: defaultCacheDirectory(process.env), name: 'test-usdc', digest, report: () => {} },
    install: async (target) => writeFile(join(target, CODE_FILE), await compile()),
  });
  return `0x${await readFile(join(directory, CODE_FILE), 'utf8')}`;
}

async function compile(): Promise<string> {
  const { default: solc } = await import('solc');
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: source } },
    settings: { outputSelection: { [FILE]: { TestUsdc: ['evm.deployedBytecode.object'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const result = Output.safeParse(output);
  if (!result.success) throw new Error(`solc: ${JSON.stringify(output)}`);
  return result.data.contracts[FILE].TestUsdc.evm.deployedBytecode.object;
}
