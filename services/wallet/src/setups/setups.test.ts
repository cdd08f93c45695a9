import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import { usdcOn } from '../chains/token.js';
import { atVenue, inTransit } from '../ledger/locations.js';
import { openStage, RECONCILIATION_MS, type Stage } from '../testing/stage.js';
import { TRANSFER_TTL_MS } from '../transfers/transfers.js';
import { SetupReconciliation } from './reconciliation.js';

let stage: Stage;
let account = '';
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_setups');
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
  stage.venue.isDown = false;
});

afterAll(() => stage.close());

/** Accepts a setup; its later steps happen in rounds. */
async function accept(amountMicroUsdc = 60_000_000n, key: string = randomUUID()) {
  return stage.domain.setups.accept({ accountId: account, venue: 'hyperliquid', amountMicroUsdc, key });
}

const walletId = async () => (await stage.domain.wallets.primary(account))._id;

async function latest() {
  const setup = await stage.domain.setups.latest(await walletId(), 'hyperliquid');
  return { status: setup?.status, step: setup?.step, error: setup?.error };
}

/** Credits the account at the venue, as the venue does after it sees the bridge's deposit. */
async function credit(usdc: string, { hash = randomUUID() as string, time = stage.clock.nowMs(), of = account } = {}) {
  const address = (await stage.addressOf(of)).toLowerCase();
  const entry = { time, hash, delta: { type: 'deposit', usdc } };
  stage.venue.ledger.set(address, [...(stage.venue.ledger.get(address) ?? []), entry]);
  stage.venue.equity.set(address, String(Number(stage.venue.equity.get(address) ?? '0') + Number(usdc)));
}

async function transit(setupId: string) {
  return stage.domain.ledger.balance(inTransit(setupId, usdcOn('arbitrum')));
}

/** The evidence for a decision, and the operator who makes it. */
const by = { evidence: 'the venue support has answered: ticket 4711', operator: 'ada' };
const refusal = (code: string) => expect.objectContaining({ code });

test('of live deployments is told where exactly one uses the account, until it is released', async () => {
  await stage.fund(account, 1_000_000_000n);
  const accepted = async (deploymentId: string) => {
    const key = `deployment ${deploymentId}`;
    const request = {
      accountId: account,
      venue: 'hyperliquid',
      amountMicroUsdc: 60_000_000n,
      key,
      deploymentId,
    } as const;
    await stage.domain.setups.accept(request);
    await stage.round();
    await credit('60.0');
    await stage.round();
  };
  const shown = async () => {
    const { wallet } = await stage.handlers.GetWallet({}, stage.as(account));
    return wallet?.balance?.allocated.map(({ deployment }) => deployment);
  };
  await accepted('dpl_1');
  expect(await shown()).toEqual(['dpl_1']);
  await accepted('dpl_2');
  expect(await shown()).toEqual([undefined]);
  await stage.domain.setups.release(account, 'dpl_1');
  await stage.domain.setups.release(account, 'dpl_1');
  expect(await shown()).toEqual(['dpl_2']);
  await stage.domain.setups.release(account, 'dpl_2');
  expect(await shown()).toEqual([undefined]);
});

describe('a setup', () => {
  test('moves the amount over the bridge once and is done when the venue shows the credit', async () => {
    await stage.fund(account, 100_000_000n);
    const before = await stage.balance(BRIDGE_ADDRESS);
    const { setup, replayed } = await accept();
    expect({ replayed, ...setup }).toMatchObject({ replayed: false, status: 'processing', step: 'reserve' });
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 60_000_000n });
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'processing', step: 'credit' });
    expect(await stage.balance(BRIDGE_ADDRESS)).toBe(before + 60_000_000n);
    expect(await transit(setup._id)).toBe(60_000_000n);
    await credit('60.0');
    await stage.round();
    expect(await latest()).toEqual({ status: 'completed', step: 'done', error: undefined });
    expect(await stage.booked(account)).toEqual({ balance: 40_000_000n, reserved: 0n });
    expect(await transit(setup._id)).toBe(0n);
    expect(await stage.domain.ledger.balance(atVenue(await walletId(), 'hyperliquid', usdcOn('arbitrum')))).toBe(
      60_000_000n,
    );
    expect(await stage.balance(BRIDGE_ADDRESS)).toBe(before + 60_000_000n);
    const { wallet } = await stage.handlers.GetWallet({}, stage.as(account));
    expect(wallet?.venues?.hyperliquid).toMatchObject({
      balanceUsd: '60.00',
      operation: { id: setup._id, status: 'completed', step: 'done' },
    });
  });

  test('asked for fifty times at once under one key is one', async () => {
    await stage.fund(account, 1_000_000_000n);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept(60_000_000n, key)));
    expect(new Set(answers.map(({ setup }) => setup._id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await stage.booked(account)).toMatchObject({ reserved: 60_000_000n });
  });

  test('of a venue waits for the one before it', async () => {
    await stage.fund(account, 1_000_000_000n);
    const outcomes = await Promise.allSettled([accept(), accept(), accept()]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const inProgress = refusal('venue_setup_in_progress');
    expect(refused).toEqual([inProgress, inProgress]);
    await stage.round();
    await credit('60.0');
    await stage.round();
    await expect(accept()).resolves.toMatchObject({ replayed: false });
  });

  test('under a used key is replayed as it now is, or refused when its body changed', async () => {
    await stage.fund(account, 100_000_000n);
    const key = randomUUID();
    const { setup } = await accept(60_000_000n, key);
    await stage.round();
    expect(await accept(60_000_000n, key)).toMatchObject({ setup: { _id: setup._id, step: 'credit' }, replayed: true });
    await expect(accept(61_000_000n, key)).rejects.toEqual(refusal('idempotency_key_conflict'));
  });

  test('without the money is refused and leaves its key free', async () => {
    await stage.fund(account, 59_999_999n);
    const key = randomUUID();
    await expect(accept(60_000_000n, key)).rejects.toEqual(refusal('insufficient_held_balance'));
    await stage.fund(account, 1n);
    await expect(accept(60_000_000n, key)).resolves.toMatchObject({ replayed: false });
  });

  test('whose transfer the chain refuses fails and frees the amount once the authorization is void', async () => {
    await stage.fund(account, 100_000_000n);
    await accept();
    await stage.arbitrum.setUsdc(await stage.addressOf(account), 0n);
    await stage.round();
    expect(await latest()).toEqual({ status: 'processing', step: 'transfer', error: undefined });
    await stage.pass(TRANSFER_TTL_MS);
    await stage.round();
    expect(await latest()).toEqual({ status: 'failed', step: 'transfer', error: 'transfer_not_made' });
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 0n });
  });
});

test('credits of two users that share their time and their hash prove the setup of each', async () => {
  const other = `acc_${randomUUID()}`;
  const amountMicroUsdc = 60_000_000n;
  for (const accountId of [account, other]) {
    await stage.fund(accountId, amountMicroUsdc);
    await stage.domain.setups.accept({ accountId, venue: 'hyperliquid', amountMicroUsdc, key: randomUUID() });
  }
  await stage.round();
  const alike = { hash: randomUUID(), time: stage.clock.nowMs() };
  for (const owner of [account, other]) await credit('60.0', { ...alike, of: owner });
  await stage.round();
  expect(await latest()).toMatchObject({ status: 'completed' });
  const { _id: otherWallet } = await stage.domain.wallets.primary(other);
  expect(await stage.domain.setups.latest(otherWallet, 'hyperliquid')).toMatchObject({ status: 'completed' });
});

describe('a credit that is not shown', () => {
  test('makes the setup wait for an operator after its deadline, with the money kept', async () => {
    await stage.fund(account, 200_000_000n);
    const { setup } = await accept();
    await stage.round();
    stage.clock.advance(RECONCILIATION_MS - 1);
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'processing', step: 'credit' });
    stage.venue.isDown = true;
    stage.clock.advance(1);
    await stage.round();
    expect(await latest()).toEqual({ status: 'reconciliation_required', step: 'credit', error: 'credit_unproven' });
    expect(await transit(setup._id)).toBe(60_000_000n);
    stage.venue.isDown = false;
    await credit('60.0');
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'reconciliation_required' });
    await expect(accept()).rejects.toEqual(refusal('venue_setup_in_progress'));
  });

  test('is not taken from another amount, nor from a credit that proved a setup before', async () => {
    await stage.fund(account, 300_000_000n);
    await accept();
    await credit('59.0');
    await stage.round();
    expect(await latest()).toMatchObject({ step: 'credit' });
    await credit('60.0');
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'completed' });
    stage.clock.advance(1);
    await accept();
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'processing', step: 'credit' });
    await credit('60.0');
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'completed' });
  });
});

describe('an operator', () => {
  /** Returns the id of a setup whose credit was not shown in time. */
  async function unproven(): Promise<string> {
    await stage.fund(account, 200_000_000n);
    const { setup } = await accept();
    await stage.round();
    stage.clock.advance(RECONCILIATION_MS);
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'reconciliation_required', step: 'credit' });
    return setup._id;
  }

  const reconciliation = () =>
    new SetupReconciliation({
      connection: stage.connection,
      ledger: stage.domain.ledger,
      clock: stage.clock,
      reconciliationMs: RECONCILIATION_MS,
    });

  test('sees what waits, and has it looked up again for as long as before', async () => {
    const id = await unproven();
    expect((await reconciliation().waiting()).map(({ _id }) => _id)).toContain(id);
    await reconciliation().resume(id, by);
    expect(await latest()).toEqual({ status: 'processing', step: 'credit', error: undefined });
    stage.clock.advance(RECONCILIATION_MS - 1);
    await stage.round();
    expect(await latest()).toMatchObject({ status: 'processing' });
    await credit('60.0');
    await stage.round();
    expect(await latest()).toEqual({ status: 'completed', step: 'done', error: undefined });
    await expect(reconciliation().resume(id, by)).rejects.toThrow(/completed at done/);
  });

  test('writes off what never arrives: the money is booked as lost once, and the venue is free for another setup', async () => {
    const id = await unproven();
    const outcomes = await Promise.allSettled([reconciliation().writeOff(id, by), reconciliation().writeOff(id, by)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await latest()).toEqual({ status: 'failed', step: 'credit', error: 'credit_written_off' });
    const { decisions } = (await stage.domain.setups.latest(await walletId(), 'hyperliquid')) ?? {};
    expect(decisions).toMatchObject([{ event: 'written_off', ...by }]);
    expect(await transit(id)).toBe(0n);
    expect(await stage.booked(account)).toEqual({ balance: 140_000_000n, reserved: 0n });
    expect(await stage.domain.ledger.unbalanced()).toEqual([]);
    await expect(accept()).resolves.toMatchObject({ replayed: false });
  });

  test('decides nothing that can be proved, nor of a setup that is not there', async () => {
    await stage.fund(account, 100_000_000n);
    const { setup } = await accept();
    await expect(reconciliation().resume(setup._id, by)).rejects.toThrow(/processing at reserve/);
    await expect(reconciliation().writeOff(setup._id, by)).rejects.toThrow(/processing at reserve/);
    await expect(reconciliation().resume('set_none', by)).rejects.toThrow(/there is no setup/);
    const unproven = { ...by, evidence: '' };
    await expect(reconciliation().resume(setup._id, unproven)).rejects.toThrow(/--evidence/);
  });
});

describe('malformed', () => {
  const setUp = (request: object) =>
    stage.handlers.SetUpVenue(
      { venue: 'hyperliquid', amountUsd: '50.00', idempotencyKey: 'k', ...request },
      stage.as(account),
    );

  test.each(['49.999999', '50.0000001', '050.00', '5e1', '-50', ''])('amount %j is bad_request', async (amountUsd) => {
    await expect(setUp({ amountUsd })).rejects.toEqual(refusal('bad_request'));
  });

  test('keys and venues are refused by their own codes', async () => {
    await expect(setUp({ idempotencyKey: '' })).rejects.toEqual(refusal('idempotency_key_required'));
    await expect(setUp({ venue: 'binance' })).rejects.toEqual(refusal('venue_not_supported'));
  });
});
