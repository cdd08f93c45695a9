import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDirectory, provision } from '@platform/kit/provisioning';
import { z } from 'zod';

const CODE_FILE = 'code.txt';
const compilerFile = new URL(import.meta.resolve('solc/package.json'));

/** The contracts beside this file, by the names under which their code is kept. */
const CACHE_NAMES = { TestUsdc: 'test-usdc', TestLoginWallet: 'test-login-wallet' } as const;

/** Returns the runtime code of a test contract: compiled once per machine, since the compiler needs a second to start. */
export async function testContractCode(name: keyof typeof CACHE_NAMES): Promise<`0x${string}`> {
  const source = readFileSync(new URL(`${name}.sol`, import.meta.url), 'utf8');
  const digest = createHash('sha256').update(source).update(readFileSync(compilerFile)).digest('hex');
  const directory = await provision({
    ...{ cacheDir: defaultCacheDirectory(process.env), name: CACHE_NAMES[name], digest, report: () => {} },
    install: async (target) => writeFile(join(target, CODE_FILE), await compile(name, source)),
  });
  return `0x${await readFile(join(directory, CODE_FILE), 'utf8')}`;
}

async function compile(name: string, content: string): Promise<string> {
  const { default: solc } = await import('solc');
  const file = `${name}.sol`;
  const input = {
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: { outputSelection: { [file]: { [name]: ['evm.deployedBytecode.object'] } } },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const code = z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string().min(1) }) }) });
  const result = z.object({ contracts: z.record(z.string(), z.record(z.string(), code)) }).safeParse(output);
  const compiled = result.data?.contracts[file]?.[name];
  if (compiled === undefined) throw new Error(`solc: ${JSON.stringify(output)}`);
  return compiled.evm.deployedBytecode.object;
}
