/** A setup at the sandbox's Polymarket on a real chain: from held USDC to an order. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import type { RequestedAction } from '@platform/venues/native-actions';
import { depositWalletOf } from '@platform/venues/polymarket/codec';
import { openPolymarket as openExecutions, polymarketActions } from '@platform/venues/polymarket/execution';
import { CONTRACTS, factoryAbi, startPolymarket, Universe } from '@platform/venues/polymarket/sandbox/testing';
import { clobAccounts, openPolymarket } from '@platform/venues/polymarket/wallet';
import { createFaults } from '@platform/venues/simulation';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import { atVenue, inTransit, openStage, type Stage, type VenueServices } from '@platform/wallet-service/testing';
import { erc20Abi, parseAbi, parseEther } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { fault, turnUntil, venueChain, walletSettings } from './stage.js';

const AMOUNT = 60_000_000n;
const FEE = 250_000n;
const token = { network: 'polygon', asset: 'USDC' } as const;
const pusdAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
]);
const logger = createLogger({ process: 'test', level: 'silent' });
const faults = createFaults();

let directory: string;
let stage: Stage;
let sandbox: Awaited<ReturnType<typeof startPolymarket>>;
let services: VenueServices;
let polymarket: WalletVenue;
let account = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-polymarket-'));
  const port = await freePort();
  stage = await openStage('test_wallet_deposit_wallets', (venues, parts) => {
    services = parts;
    polymarket = openPolymarket(walletSettings(port), {
      ...{
        nonces: undefined,
        chain: parts.chain,
        secrets: parts.secrets('polymarket', 'api_credentials'),
        clock: systemClock,
      },
    });
    return { ...venues, polymarket };
  });
  const { upstreamUrl: rpcUrl } = stage.chains.polygon;
  sandbox = await startPolymarket({
    ...{ host: '127.0.0.1', port, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    chains: { polygon: venueChain('polygon', rpcUrl, generatePrivateKey()) },
    ...{ faults, clock: systemClock, logger },
  });
});

afterEach(() => faults.clear());

afterAll(async () => {
  await stage.close();
  await sandbox.close();
  await rm(directory, { recursive: true });
});

const until = (holds: () => Promise<boolean>) => turnUntil(stage, holds);

async function setUp() {
  account += 1;
  const accountId = `acc_${account}`;
  await stage.fund(accountId, AMOUNT, 'polygon');
  return setUpFor(accountId);
}

type Made = Awaited<ReturnType<typeof setUpFor>>;

async function setUpFor(accountId: string) {
  const asked = { accountId, venue: 'polymarket', amountMicroUsdc: AMOUNT, key: randomUUID() } as const;
  const { setup } = await stage.domain.setups.accept(asked);
  const wallet = await stage.domain.wallets.primary(accountId);
  const latest = async () => {
    const { status, step, error } = await stage.domain.setups.get(setup._id);
    return { status, step, error };
  };
  return { accountId, wallet, setup, latest };
}

/** Returns what the wallet service answers the execution service. */
async function headersFor({ wallet, accountId }: Pick<Made, 'wallet' | 'accountId'>, path: string) {
  const caller = { kind: 'workload', workload: 'execution', accountId, cause: 'execution exe_1' } as const;
  const read = { accountId, venue: 'polymarket', address: wallet.address, path };
  const { headers } = await stage.handlers.SignRead(read, {
    caller,
    token: '',
    requestId: 'r1',
    isGivenUp: () => false,
  });
  return headers;
}

/** Returns the venue of executions for a wallet, whose signatures the wallet service makes. */
function executionFor({ wallet, accountId }: Pick<Made, 'wallet' | 'accountId'>) {
  const requester = { workload: 'execution', accountId, cause: 'execution exe_1' } as const;
  const opened = openExecutions(
    {
      POLYMARKET_CLOB_URL: sandbox.clobUrl,
      POLYMARKET_RELAYER_URL: sandbox.relayerUrl,
      POLYMARKET_CLOB_REQUESTS_PER_MINUTE: 1_000_000,
    },
    {
      sign: (_venue, { actionJson, expiresAfterMs }) => {
        const asked = { actionJson, expiresAfterMs, cause: requester.cause };
        return stage.domain.signer.sign(wallet, polymarket.signing.action, asked, requester);
      },
      readHeaders: (_venue, { path }) => headersFor({ wallet, accountId }, path),
      lookUp: () => Promise.reject(new Error('the CLOB shows what is placed here')),
    },
    { clock: systemClock },
  );
  if (opened === undefined) throw new Error('the venue is not configured');
  const requested = (executionId: string, action: Readonly<Record<string, string>>): RequestedAction => {
    const actionJson = polymarketActions.family(action)?.parse(action).identified(executionId) ?? '';
    const acting = { accountId, accountAddress: wallet.address, userToken: '' };
    return { executionId, ...acting, actionJson, expiresAfterMs: systemClock.nowMs() + 60_000 };
  };
  return { ...opened, requested };
}

/** Returns a token that is traded for a while yet. */
function tradedToken(): string {
  const universe = new Universe(1, systemClock, []);
  const open = universe.markets().filter((market) => universe.standingOf(market).acceptingOrders);
  const last = open.toSorted((left, right) => (right.closesAtMs ?? Infinity) - (left.closesAtMs ?? Infinity))[0];
  return last?.tokenIds[0] ?? '';
}

const balance = (location: Parameters<Stage['domain']['ledger']['balance']>[0]) =>
  stage.domain.ledger.balance(location);

describe('a setup', () => {
  test('leads from held USDC to pUSD, allowances and credentials, and then an order is placed and canceled', async () => {
    const made = await setUp();
    const { wallet, setup, latest } = made;
    expect(await polymarket.isFunded(wallet.address)).toBe(false);
    await until(async () => (await latest()).status !== 'processing');
    expect(await latest()).toEqual({ status: 'completed', step: 'done', error: undefined });
    // The money is in the wallet that the chain's own factory names.
    const { client: chain } = stage.chains.polygon;
    const factory = {
      address: CONTRACTS.walletFactory,
      abi: factoryAbi,
      functionName: 'predictWalletAddress',
    } as const;
    const depositWallet = await chain.readContract({ ...factory, args: [wallet.address] });
    const pusd = { address: CONTRACTS.pusd, abi: erc20Abi, functionName: 'balanceOf', args: [depositWallet] } as const;
    expect(await chain.readContract(pusd)).toBe(AMOUNT);
    await expect(stage.domain.destinations.parse(depositWallet)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await polymarket.equity(wallet.address)).toBe(AMOUNT);
    expect(await balance(atVenue(wallet._id, 'polymarket', token))).toBe(AMOUNT);
    expect(await balance(inTransit(setup._id, token))).toBe(0n);
    const credentials = await clobAccounts(services.secrets('polymarket', 'api_credentials'))(wallet.address);
    for (const secret of Object.values(credentials.credentials)) expect(stage.logged.join()).not.toContain(secret);

    const { venue, requested, close } = executionFor(made);
    const tokenID = tradedToken();
    const order = requested('exe_1', {
      type: 'placeLimitOrder',
      tokenID,
      side: 'BUY',
      size: '10',
      price: '0.01',
    });
    const signed = await venue.sign(order);
    expect(await signed.send()).toMatchObject({ kind: 'accepted' });
    expect(await venue.lookUp(order, signed.identity)).toMatchObject({ kind: 'accepted' });
    const [shown] = await polymarket.openOrders(wallet.address);
    expect(shown).toMatchObject({ id: signed.identity.actionHash, side: 'buy', limitPrice: '0.01', size: '10' });
    const cancel = requested('exe_2', { type: 'cancelOrder', orderID: signed.identity.actionHash });
    const canceling = await venue.sign(cancel);
    expect(await canceling.send()).toMatchObject({ kind: 'accepted' });
    expect(await venue.lookUp(cancel, canceling.identity)).toMatchObject({ kind: 'accepted' });
    expect(await polymarket.openOrders(wallet.address)).toEqual([]);
    for (const path of ['/order', '/auth/api-keys', '/data/orders/../../order'])
      await expect(headersFor(made, path)).rejects.toMatchObject({ code: 'insufficient_permissions' });
    await close();
  }, 120_000);

  test('books what the bridge keeps as a fee', async () => {
    faults.inject({ ...fault('bridge_fee'), cents: 25 });
    const { wallet, setup, latest } = await setUp();
    await until(async () => (await latest()).status !== 'processing');
    expect(await latest()).toMatchObject({ status: 'completed' });
    expect(await polymarket.equity(wallet.address)).toBe(AMOUNT - FEE);
    expect(await balance(atVenue(wallet._id, 'polymarket', token))).toBe(AMOUNT - FEE);
    expect(await balance(inTransit(setup._id, token))).toBe(0n);
  }, 120_000);

  test('takes neither a trade’s proceeds nor dust for its credit', async () => {
    const { wallet, setup, latest } = await setUp();
    const { client: chain } = stage.chains.polygon;
    const { exchangeV2: exchange } = CONTRACTS;
    await chain.impersonateAccount({ address: exchange });
    await chain.setBalance({ address: exchange, value: parseEther('1') });
    const pusd = { account: exchange, chain: null, address: CONTRACTS.pusd, abi: pusdAbi } as const;
    const to = depositWalletOf(wallet.address);
    await chain.writeContract({ ...pusd, functionName: 'mint', args: [exchange, AMOUNT] });
    await chain.writeContract({ ...pusd, functionName: 'transfer', args: [to, AMOUNT - 1n] });
    for (let count = 0; count < 30; count += 1)
      await chain.writeContract({ ...pusd, functionName: 'mint', args: [to, 9_999n] });
    await until(async () => (await latest()).status !== 'processing');
    const { status, creditedMicroUsdc } = await stage.domain.setups.get(setup._id);
    expect({ status, creditedMicroUsdc }).toEqual({ status: 'completed', creditedMicroUsdc: AMOUNT });
  }, 120_000);

  test('of which the bridge keeps more than a fee waits for an operator, with what it shows', async () => {
    faults.inject({ ...fault('bridge_fee'), cents: 300 });
    const { wallet, setup, latest } = await setUp();
    await until(async () => (await latest()).status !== 'processing');
    expect(await latest()).toEqual({ status: 'reconciliation_required', step: 'credit', error: 'credit_differs' });
    expect((await stage.domain.setups.get(setup._id)).creditedMicroUsdc).toBe(AMOUNT - 3_000_000n);
    expect(await balance(atVenue(wallet._id, 'polymarket', token))).toBe(0n);
    expect(await balance(inTransit(setup._id, token))).toBe(AMOUNT);
  }, 120_000);

  test('of a wallet that is set up claims a credit of its own', async () => {
    const first = await setUp();
    await until(async () => (await first.latest()).status !== 'processing');
    await stage.fund(first.accountId, AMOUNT, 'polygon');
    stage.clock.advance(1);
    const again = await setUpFor(first.accountId);
    await until(async () => (await again.latest()).status !== 'processing');
    expect([await first.latest(), await again.latest()]).toEqual([
      { status: 'completed', step: 'done', error: undefined },
      { status: 'completed', step: 'done', error: undefined },
    ]);
    const credits = [first, again].map(async ({ setup }) => (await stage.domain.setups.get(setup._id)).credit);
    expect(new Set(await Promise.all(credits)).size).toBe(2);
    expect(again.setup.paymentAddress).toBe(first.setup.paymentAddress);
    expect(await balance(atVenue(first.wallet._id, 'polymarket', token))).toBe(2n * AMOUNT);
  }, 120_000);

  test.each([
    ['lost', 'disconnect', 'after_accept'],
    ['failures that are executed later', 'err_late', 'before_accept'],
    ['refusals for too many requests', 'rate_limit', 'before_accept'],
  ] as const)(
    'ends in the same way where the first answers to its changes are %s',
    async (_, kind, when) => {
      const made = await setUp();
      let rounds = 0;
      await until(async () => {
        if (rounds % 2 === 0) faults.inject({ ...fault(kind), when });
        rounds += 1;
        return (await made.latest()).status !== 'processing';
      });
      expect(await made.latest()).toEqual({ status: 'completed', step: 'done', error: undefined });
      expect(await polymarket.equity(made.wallet.address)).toBe(AMOUNT);
      const { venue, requested, close } = executionFor(made);
      const tokenID = tradedToken();
      const order = requested(`exe_${kind}`, {
        type: 'placeLimitOrder',
        tokenID,
        side: 'BUY',
        size: '10',
        price: '0.02',
      });
      faults.clear();
      expect(await (await venue.sign(order)).send()).toMatchObject({ kind: 'accepted' });
      await close();
    },
    120_000,
  );

  test('that the bridge fails is never taken for credited, and its money stays reserved for it', async () => {
    faults.inject(fault('bridge_failure'));
    const { setup, latest } = await setUp();
    await until(async () => (await latest()).step === 'credit');
    for (let rounds = 0; rounds < 5; rounds += 1) await stage.round();
    expect(await latest()).toEqual({ status: 'processing', step: 'credit', error: undefined });
    // The last test: from here on the stage's clock is far ahead of the chain's.
    stage.clock.advance(31 * 60_000);
    await until(async () => (await latest()).status !== 'processing');
    expect(await latest()).toEqual({ status: 'reconciliation_required', step: 'credit', error: 'credit_unproven' });
    expect(await balance(inTransit(setup._id, token))).toBe(AMOUNT);
  }, 120_000);
});
