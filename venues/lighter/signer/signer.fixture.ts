import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@platform/kit/config';
import type { LighterSignRequest } from './index.js';
import type { LighterOrder, LighterTransaction } from './transactions.js';

/** The ids of this process's children that are signers. */
export async function signerProcesses(): Promise<number[]> {
  const threads = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  const ids = threads.split(' ').filter((id) => id !== '');
  const commands = await Promise.all(
    ids.map(async (id) => ({ id, command: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') })),
  );
  return commands.filter(({ command }) => command.includes('lighter-signer')).map(({ id }) => Number(id));
}

/** A key that is easily found. */
export const CANARY = `0x${'c0ffee1234567890abcd'.repeat(4)}`;

export const SIGNATORY = { chainId: 304, accountIndex: 2n ** 48n - 2n, apiKeyIndex: 4, nonce: 2n ** 53n + 1n } as const;

/** A request with the canary's key. */
export function requestOf(transaction: LighterTransaction): LighterSignRequest {
  return { signatory: SIGNATORY, transaction, privateKey: new Secret(CANARY) };
}

/** A day of 2027. */
const LATER_MS = 1_821_800_000_000n;

/** A limit order that rests. */
export const LIMIT: LighterOrder = {
  ...{ marketIndex: 1, clientOrderIndex: 7n, baseAmount: 20n, price: 100_000, isAsk: false, type: 0, timeInForce: 1 },
  ...{ reduceOnly: false, triggerPrice: 0, expiryMs: LATER_MS },
};

/** A stop that closes a position. */
export const STOP: LighterOrder = {
  ...LIMIT,
  ...{ clientOrderIndex: 0n, isAsk: true, type: 2, timeInForce: 0, reduceOnly: true, triggerPrice: 90_000 },
};

export const CANCEL = { kind: 'cancel_order', marketIndex: 1, orderIndex: 7n } as const satisfies LighterTransaction;

/** Uses a program in place of the signer's: what it does for each question that it reads as `question`. */
export async function withProgram<Result>(text: string, use: (program: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lighter-signer-'));
  const program = join(folder, 'program.mjs');
  await writeFile(program, text);
  try {
    return await use(program);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A program that is ready, and then does something for each question. */
export function answering(each: string): string {
  return `
    import { createInterface } from 'node:readline';
    const say = (answer) => process.stdout.write(JSON.stringify(answer) + '\\n');
    say({ kind: 'ready' });
    for await (const line of createInterface({ input: process.stdin })) {
      const question = JSON.parse(line);
      ${each}
    }
  `;
}
