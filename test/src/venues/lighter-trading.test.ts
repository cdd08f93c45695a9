import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline } from '@platform/venues/lighter/sandbox/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { provisionPython, runScript } from './python.js';

const PROVISIONING_MS_MAX = 10 * 60_000;
const ownerKey = generatePrivateKey();
let directory: string;
let account: number;
let venue: RunningLighter;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-trading-'));
  account = creditOffline(directory, privateKeyToAccount(ownerKey).address, 1_000, systemClock.nowMs());
  venue = await startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, clock: systemClock },
    allowances: new Map([['127.0.0.1', 10_000_000]]),
    accounts: { stateDirectory: directory },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
});
afterAll(async () => {
  await venue.close();
  await rm(directory, { recursive: true });
});

test(
  'Lighter’s official SDK registers a key and trades, with the address changed alone',
  async () => {
    const args = [venue.url, venue.wsUrl, String(account), ownerKey];
    expect(await runScript(await provisionPython('lighter-sdk'), 'lighter/trading.py', args)).toEqual({
      registered: { code: 200, type: 8, status: 2, nonce: 0 },
      isKnown: true,
      keys: [[4, true, 1]],
      collateral: '1000.000000',
      traded: {
        statuses: [2, 2, 2, 2, 2],
        position: [['ETH', 1, '0.1000']],
        resting: [['2', 'open', '1000.00']],
        left: 0,
        ended: [
          ['3', 'filled'],
          ['2', 'canceled'],
          ['1', 'filled'],
        ],
        traded: expect.arrayContaining([[expect.any(String), true]]),
        closed: ['0.0000'],
      },
      isolated: {
        ...{ statuses: [2, 2, 2, 2, 2], mode: 1, added: 10, hasLiquidationPrice: true, refused: 0, closed: 0 },
      },
      spread: {
        statuses: [2, 2],
        active: [['twap', 'twap', 'pending']],
        ended: [
          ['twap-sub', 'filled'],
          ['twap', 'canceled'],
        ],
      },
      followed: ['ETH', 'SOL'],
      protected: { refused: true, status: 2, told: [true] },
      nonce: 15,
    });
  },
  PROVISIONING_MS_MAX,
);
