import { expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { parseGwei } from 'viem';
import { Solvency } from './solvency.js';

const RELAYER = '0x00000000000000000000000000000000000000a1';
const clock = new ManualClock(0);
const asked = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };

test('what the chain fails to say is unknown, whatever the failure, and what is unexpected is logged', async () => {
  const logged: string[] = [];
  const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) });
  let failure: Error | undefined = new TypeError('a fee that is no number');
  const fees = async () => (failure === undefined ? asked : Promise.reject(failure));
  const chain = { fees, nativeBalance: async () => parseGwei('1') };
  const solvency = new Solvency(chain, RELAYER, parseGwei('100'), clock, logger);
  expect([await solvency.canPay(), await solvency.canPay(), logged.length]).toEqual([undefined, undefined, 1]);
  failure = new PlatformError('wallet_upstream_unavailable');
  clock.advance(5_000);
  expect([await solvency.canPay(), logged.length]).toEqual([undefined, 1]);
  failure = undefined;
  clock.advance(5_000);
  expect(await solvency.canPay()).toBe(true);
});
