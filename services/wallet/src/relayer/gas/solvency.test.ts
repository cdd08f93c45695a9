import { expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { parseGwei } from 'viem';
import { Solvency } from './solvency.js';

const RELAYER = '0x00000000000000000000000000000000000000a1';
const clock = new ManualClock(0);
const asked = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };

function solvencyOn(chain: { fees: () => Promise<typeof asked>; nativeBalance: () => Promise<bigint> }) {
  const logged: string[] = [];
  const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) });
  return { logged, solvency: new Solvency(chain, RELAYER, parseGwei('100'), clock, logger) };
}

test('what the chain fails to say is unknown, whatever the failure, and what is unexpected is logged', async () => {
  let failure: Error | undefined = new TypeError('a fee that is no number');
  const fees = async () => (failure === undefined ? asked : Promise.reject(failure));
  const { solvency, logged } = solvencyOn({ fees, nativeBalance: async () => parseGwei('1') });
  expect([await solvency.canPay(), logged.length]).toEqual([undefined, 1]);
  failure = new PlatformError('wallet_upstream_unavailable');
  expect([await solvency.canPay(), logged.length]).toEqual([undefined, 1]);
});

test('what the chain has said serves for five seconds, and a failure only those who wait for it', async () => {
  let looks = 0;
  let isDown = true;
  const fees = async () => {
    looks += 1;
    if (isDown) throw new PlatformError('wallet_upstream_unavailable');
    return asked;
  };
  const { solvency } = solvencyOn({ fees, nativeBalance: async () => parseGwei('1') });
  expect(await Promise.all([solvency.canPay(), solvency.canPay()])).toEqual([undefined, undefined]);
  isDown = false;
  expect([await solvency.canPay(), looks]).toEqual([true, 2]);
  isDown = true;
  clock.advance(4_999);
  expect([await solvency.canPay(), looks]).toEqual([true, 2]);
  clock.advance(1);
  expect([await solvency.canPay(), looks]).toEqual([undefined, 3]);
});

test('a transfer has a cost, or the reason why it can not be paid', async () => {
  const costWei = 625_000n;
  let balance = costWei;
  const chain = { fees: async () => asked, nativeBalance: async () => balance };
  const { solvency } = solvencyOn(chain);
  expect(await solvency.transferCost()).toEqual({ costWei });
  balance -= 1n;
  clock.advance(5_000);
  expect(await solvency.transferCost()).toEqual({ obstacle: 'gas_funds_used_up' });
  chain.fees = async () => ({ ...asked, maxFeePerGas: parseGwei('100') + 1n });
  clock.advance(5_000);
  expect(await solvency.transferCost()).toEqual({ obstacle: 'network_fees_too_high' });
  expect(await solvency.canPay()).toBe(false);
});
