import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RunningPolymarket, startPolymarket } from '@platform/venues/polymarket/sandbox';
import { openUnifiedClient, tradeOnce } from '@platform/venues/polymarket/sandbox/testing';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { provisionPython, runScript } from './python.js';

/** Polymarket's official clients trade at the sandbox venue, with only the address changed. */

const PROVISIONING_MS_MAX = 10 * 60_000;
const MILLION = 1_000_000n;
let directory: string;
let venue: RunningPolymarket;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'polymarket-clients-'));
  venue = await startPolymarket({
    ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    ...{ clock: systemClock, logger: createLogger({ process: 'test', level: 'silent' }) },
  });
});
afterAll(async () => {
  await venue.close();
  await rm(directory, { recursive: true });
});

/** Returns a token that trades far from the ends, of a market with a tick of a cent. */
async function tokenOf(negRisk: boolean): Promise<string> {
  const { data } = (await (await fetch(`${venue.clobUrl}/sampling-markets`)).json()) as { data: readonly Listed[] };
  const found = data.find(
    ({ neg_risk, minimum_tick_size, tokens: [first] }) =>
      neg_risk === negRisk &&
      minimum_tick_size === 0.01 &&
      first !== undefined &&
      first.price > 0.2 &&
      first.price < 0.8,
  );
  return found?.tokens[0]?.token_id ?? '';
}

interface Listed {
  readonly neg_risk: boolean;
  readonly minimum_tick_size: number;
  readonly tokens: readonly { readonly token_id: string; readonly price: number }[];
}

test.each(['an account', 'a deposit wallet'])(
  'py-clob-client-v2 makes a key, places orders of each kind, reads and cancels them, of %s',
  async (of) => {
    const key = generatePrivateKey();
    const owner = privateKeyToAddress(key);
    const wallet = of === 'an account' ? owner : privateKeyToAddress(generatePrivateKey());
    if (wallet !== owner) venue.books.addWallet(wallet, owner);
    venue.books.credit(wallet, 1_000n * MILLION);
    const python = await provisionPython('py-clob-client-v2');
    const options = [wallet === owner ? '' : wallet, await tokenOf(false), await tokenOf(true)];
    const told = await runScript(python, 'polymarket_clob.py', [venue.clobUrl, key, ...options]);
    expect(told).toEqual({
      keys: true,
      placed: { gtc: 'live', gtd: 'live', postOnly: 'live', rivals: 'live' },
      open: true,
      types: ['GTC', 'GTD', 'GTC', 'GTC'],
      ofToken: 3,
      afterOne: true,
      afterSeveral: true,
      afterMarket: true,
      afterAll: [],
      matched: [
        ['matched', true],
        ['matched', true],
      ],
      trades: [],
      sides: ['BUY', 'SELL'],
      allowances: 3,
      spent: true,
      refused: {
        tampered: [400, 'invalid signature'],
        key: [401, 'Unauthorized/Invalid api key'],
        tick: [400, expect.stringContaining('Price (0.105) breaks minimum tick size rule: 0.01')],
        balance: [400, expect.stringContaining('not enough balance / allowance: the balance is not enough')],
        small: [400, expect.stringContaining('is invalid. Size (1) lower than the minimum: 5')],
        crossing: [400, 'invalid post-only order: order crosses book'],
        exchange: [400, 'invalid signature'],
      },
      heartbeat: true,
    });
  },
  PROVISIONING_MS_MAX,
);

test.each([
  ['plain', false],
  ['neg-risk', true],
])('the newer unified client places orders, reads and cancels them, at a %s market', async (_kind, negRisk) => {
  const account = privateKeyToAccount(generatePrivateKey());
  venue.books.credit(account.address, 100n * MILLION);
  const client = await openUnifiedClient(venue, account, account.address);
  const seen = await tradeOnce(client, await tokenOf(negRisk));
  expect(seen).toEqual({ rests: 'live', buys: 'matched', isRead: true, isCancelled: true, left: [] });
});
