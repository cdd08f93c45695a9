import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { JsonObject } from '@platform/kit/json';
import { lighterActions } from '@platform/venues/lighter/execution';
import type { RunningLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline } from '@platform/venues/lighter/sandbox/testing';
import type { Finding, IdentifiedAction, OpenVenue } from '@platform/venues/native-actions';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { factsOf, openExecution, openWallet, signerOf, startVenue } from '../lighter/stage.js';

const LOOKS_MAX = 50;
const LOOK_MS = 200;
const owner = privateKeyToAccount(generatePrivateKey());
const facts = factsOf(owner);
let directory: string;
let venue: RunningLighter;
let wallet: WalletVenue;
let execution: OpenVenue;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-wallet-'));
  creditOffline(directory, owner.address, 1_000, systemClock.nowMs());
  venue = await startVenue({ accounts: { stateDirectory: directory } });
  wallet = await openWallet(venue.url);
  const signer = signerOf(owner, () => wallet);
  execution = openExecution({ LIGHTER_API_URL: venue.url }, signer);
});
afterAll(async () => {
  await execution.close();
  await wallet.close();
  await venue.close();
  await rm(directory, { recursive: true });
});

/** Looks until something is found. */
async function found<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const answer = await look();
    if (answer !== undefined) return answer;
    await wait(LOOK_MS);
  }
  throw new Error('nothing was found in time');
}

/** Executes an action as the execution service does, and returns how it was taken and what became of it. */
async function execute(executionId: string, fields: JsonObject) {
  const family = lighterActions.family(fields);
  if (family === undefined) throw new Error('no family signs it');
  const action: IdentifiedAction = {
    ...{ executionId, accountId: 'acc_1', accountAddress: owner.address },
    actionJson: family.parse(fields).identified(executionId),
    expiresAfterMs: systemClock.nowMs() + 20_000,
  };
  const { identity, send } = await execution.venue.sign({ ...action, userToken: 'a token' });
  const { kind } = await send();
  const finding = await found<Finding>(async () => {
    const looked = await execution.venue.lookUp(action, identity);
    return looked.kind === 'undecided' ? undefined : looked;
  });
  return { nonce: identity.nonce, taken: kind, found: finding.kind };
}

test('a wallet registers its key at the venue and trades by it, one nonce behind the other', async () => {
  const { register } = wallet.setup;
  expect(await register.prove(facts)).toBeUndefined();
  await register.do(facts);
  expect(await found(() => register.prove(facts))).toEqual({});
  expect(await wallet.figures(owner.address)).toEqual({ collateral_usd: 1_000_000_000n });

  const buy = { type: 'create_market_order', market_index: 0, base_amount: 1_000, is_ask: false };
  const bought = await execute('exe_1', { ...buy, avg_execution_price: 900_000 });
  expect(bought).toEqual({ nonce: 1, taken: 'taken', found: 'accepted' });
  const rest = { market_index: 0, base_amount: 1_000, price: 100_000, is_ask: false, order_type: 0, time_in_force: 1 };
  const rested = await execute('exe_2', { type: 'create_order', ...rest });
  expect(rested).toEqual({ nonce: 2, taken: 'taken', found: 'accepted' });

  expect(await wallet.positions(owner.address)).toMatchObject([{ symbol: 'ETH-PERP.LIGHTER', side: 'long' }]);
  const [order, ...others] = await wallet.openOrders(owner.address);
  expect([order, others]).toMatchObject([{ symbol: 'ETH-PERP.LIGHTER', side: 'buy', limitPrice: '1000.00' }, []]);

  const cancel = { type: 'cancel_order', market_index: 0, order_index: order?.id ?? '' };
  expect(await execute('exe_3', cancel)).toEqual({ nonce: 3, taken: 'taken', found: 'accepted' });
  expect(await wallet.openOrders(owner.address)).toEqual([]);
}, 60_000);
