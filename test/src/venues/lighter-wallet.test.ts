import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { JsonObject } from '@platform/kit/json';
import { createLogger } from '@platform/observability/logging';
import { lighterActions, openLighter as openExecution } from '@platform/venues/lighter/execution';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline } from '@platform/venues/lighter/sandbox/testing';
import { officialLibrary, PROGRAM } from '@platform/venues/lighter/signer/testing';
import { openLighter } from '@platform/venues/lighter/wallet';
import { TestNonces, testSecrets } from '@platform/venues/lighter/wallet/testing';
import type { ActionSigner, Finding, IdentifiedAction, OpenVenue } from '@platform/venues/native-actions';
import type { SetupFacts, WalletVenue } from '@platform/venues/trading-accounts';
import { zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const LOOKS_MAX = 50;
const LOOK_MS = 200;
const PER_MINUTE = 10_000_000;
const owner = privateKeyToAccount(generatePrivateKey());
let directory: string;
let venue: RunningLighter;
let wallet: WalletVenue;
let execution: OpenVenue;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-wallet-'));
  creditOffline(directory, owner.address, 1_000, systemClock.nowMs());
  venue = await startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, clock: systemClock },
    allowances: new Map([['127.0.0.1', PER_MINUTE]]),
    weightPerMinute: PER_MINUTE,
    accounts: { stateDirectory: directory },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  wallet = openLighter(
    {
      ...{ LIGHTER_API_URL: venue.url, LIGHTER_SIGNER_PROGRAM: PROGRAM },
      LIGHTER_SIGNER_LIBRARY: await officialLibrary(),
      ...{ LIGHTER_WALLET_REQUESTS_PER_MINUTE: PER_MINUTE, LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: PER_MINUTE },
    },
    { nonces: new TestNonces(), secrets: testSecrets(), requestClock: systemClock },
  );
  const settings = { LIGHTER_TRADING_REQUESTS_PER_MINUTE: PER_MINUTE, LIGHTER_TRANSACTIONS_PER_MINUTE: PER_MINUTE };
  const opened = openExecution({ LIGHTER_API_URL: venue.url, ...settings }, signer, systemClock);
  if (opened === undefined) throw new Error('the venue is not configured');
  execution = opened;
});
afterAll(async () => {
  await execution.close();
  await wallet.close();
  await venue.close();
  await rm(directory, { recursive: true });
});

/** The wallet, as the execution service reaches it. */
const signer: ActionSigner = {
  sign: async (_venue, { actionJson, expiresAfterMs, executionId }) => {
    const { action } = wallet.signing;
    const asked = { actionJson, expiresAfterMs, cause: `execution ${executionId}` };
    return action.sign(owner, await action.parse(asked, owner.address));
  },
  readHeaders: async (_venue, { path }) => (await wallet.signing.readHeaders?.(owner.address, path)) ?? {},
  giveBack: async (_venue, _action, identity) => wallet.signing.giveBack?.(owner.address, identity),
  lookUp: () => Promise.reject(new Error('no chain is asked')),
};

const facts: SetupFacts = {
  ...{ address: owner.address, amountMicroUsdc: 0n, paymentAddress: zeroAddress, network: 'arbitrum' },
  acceptedAt: systemClock.now(),
  firstUnclaimed: async ([entry]) => entry,
  sign: async (family, request) => family.sign(owner, await family.parse(request, owner.address)),
};

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
