/** From a deposit to winnings that are cash again, as a user has it: over REST alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CONTRACTS, derivedKey } from '@platform/venues/polymarket/sandbox/testing';
import { createWalletClient, type Hex, http, isHex, parseAbi, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { type Answer, Caller } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const PAID_IN_MICRO_USDC = 75_000_000n;
const SPENT_USD = 20;
const CENT = 2;
/** Markets that are looked at for one without fees. */
const MARKETS_MAX = 50;
const tokensAbi = parseAbi(['function reportPayouts(bytes32 conditionId, uint256[2] payouts)']);
const conditionId = z.custom<Hex>((value) => isHex(value));
const marketFacts = z.object({
  t: z.array(z.object({ t: z.string() })).length(2),
  fd: z.object({ r: z.number() }).optional(),
});
const posted = z.object({ makingAmount: z.string(), takingAmount: z.string() });
/** A market, and the token of one of its outcomes. */
interface Traded {
  readonly tokenID: string;
  readonly conditionId: Hex;
  readonly outcome: number;
}

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its Polymarket pays nothing for shares and settles no trade');
  caller = await Caller.register(platform, 'winner@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

async function fromClob(path: string): Promise<unknown> {
  const { venues } = await platform.descriptor();
  return (await fetch(`${venues.polymarket.clob_url}${path}`)).json();
}

/** Returns a market that takes orders and no fee. */
async function marketWithoutFee(): Promise<Traded> {
  const { body } = await caller.send('GET', `/context/markets?venue=polymarket&query=will&limit=${MARKETS_MAX}`);
  for (const { symbol } of body.markets) {
    const tokenID = symbol.replace('.POLYMARKET', '');
    const named = z.object({ condition_id: conditionId }).parse(await fromClob(`/markets-by-token/${tokenID}`));
    const { t: tokens, fd } = marketFacts.parse(await fromClob(`/clob-markets/${named.condition_id}`));
    const outcome = tokens.findIndex(({ t }) => t === tokenID);
    if (fd?.r === 0) return { tokenID, conditionId: named.condition_id, outcome };
  }
  throw new Error('every market has fees');
}

/** Resolves a market on the sandbox's Polygon, as the venue's operator does once it has closed. */
async function resolve({ conditionId: id, outcome }: Traded): Promise<void> {
  const { polygon } = await platform.descriptor();
  const key = z.custom<Hex>((value) => isHex(value)).parse(polygon.faucet_private_key);
  const account = privateKeyToAccount(derivedKey(key, 'operator'));
  const operator = createWalletClient({ account, transport: http(polygon.rpc_url) }).extend(publicActions);
  const payouts = outcome === 0 ? ([1n, 0n] as const) : ([0n, 1n] as const);
  const args = [id, payouts] as const;
  const call = { address: CONTRACTS.conditionalTokens, abi: tokensAbi, functionName: 'reportPayouts', args } as const;
  const hash = await operator.writeContract({ chain: null, ...call });
  await operator.waitForTransactionReceipt({ hash, pollingInterval: 100, checkReplacement: false });
}

/** Submits an action, and returns its record once a condition holds. */
async function execute(action: object, isDone: (record: Answer['body']) => boolean): Promise<Answer['body']> {
  const key = { 'idempotency-key': randomUUID() };
  const { status, body } = await caller.send('POST', '/runtime/executions', { venue: 'polymarket', action }, key);
  if (status >= 300) throw new Error(`it was refused: ${JSON.stringify(body)}`);
  const record = await until(
    'the execution',
    () => caller.send('GET', `/runtime/executions/${body.id}`),
    (read) => isDone(read.body),
  );
  return record.body;
}

/** Returns the wallet once it shows an amount at the venue, to the cent. */
async function walletWith(balanceUsd: number): Promise<Answer['body']> {
  const { body } = await until(
    `the balance of ${balanceUsd}`,
    () => caller.send('GET', '/wallet'),
    ({ body: wallet }) => Math.abs(wallet.venues?.polymarket.balance_usd - balanceUsd) < 0.005,
  );
  return body;
}

const hasEnded = ({ status }: Answer['body']) => ['succeeded', 'rejected', 'failed'].includes(status);

test('a deposit is set up, buys shares that win, and is cash again after they are redeemed, to the cent', async () => {
  const { polygon } = await platform.descriptor();
  const { address } = (await caller.send('GET', '/wallet')).body;
  await payIn(polygon, [address], PAID_IN_MICRO_USDC);
  await until(
    'the deposit',
    () => caller.send('GET', '/wallet/deposits'),
    ({ body }) => body.deposits[0]?.status === 'confirmed',
  );
  const setup = { amount_usd: '60.00' };
  await caller.send('POST', '/wallet/venues/polymarket/setup', setup, { 'idempotency-key': randomUUID() });
  await walletWith(60);
  await until(
    'the setup',
    () => caller.send('GET', '/wallet'),
    ({ body }) => body.venues?.polymarket.operation?.status === 'completed',
  );

  const market = await marketWithoutFee();
  const { tokenID } = market;
  const buy = { type: 'placeMarketOrder', tokenID, side: 'BUY', amount: String(SPENT_USD), price: '0.99' };
  // A match is not final: its money has moved once it is confirmed.
  const bought = await execute(buy, ({ settlement }) => settlement === 'confirmed' || settlement === 'failed');
  expect(bought).toMatchObject({ status: 'succeeded', settlement: 'confirmed' });
  const { makingAmount, takingAmount } = posted.parse(bought.result);
  const [paid, shares] = [Number(makingAmount), Number(takingAmount)];
  expect(paid).toBeLessThanOrEqual(SPENT_USD);
  await walletWith(60 - paid);

  const redeem = { type: 'redeemPositions', conditionId: market.conditionId };
  const early = await caller.send(
    'POST',
    '/runtime/executions',
    { venue: 'polymarket', action: redeem },
    { 'idempotency-key': randomUUID() },
  );
  expect([early.status, early.body.error.code]).toEqual([400, 'native_action_invalid']);
  await resolve(market);
  await injectFault(platform, { venue: 'polymarket', kind: 'redeem_unpaid' });
  const unpaid = await execute(redeem, hasEnded);
  const error = 'the redemption was carried out and paid nothing';
  expect(unpaid).toMatchObject({ status: 'rejected', result: { exchange_error: { error, pusd: '0' } } });
  const redeemed = await execute(redeem, hasEnded);
  expect(redeemed).toMatchObject({ status: 'succeeded', action_type: 'redeemPositions', settlement: null });
  expect(Number(redeemed.result.pusd)).toBeCloseTo(shares, CENT);
  expect(redeemed.result.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);

  const { balance } = await walletWith(60 - paid + shares);
  expect(balance.held_usd).toBeCloseTo(15, CENT);
  expect(balance.total_usd).toBeCloseTo(75 - paid + shares, CENT);

  const [account] = (await caller.send('GET', '/account/polymarket')).body.accounts;
  expect(account).toMatchObject({ status: 'active', details: { onboarded: true } });
  expect(account.details.cash_usd).toBeCloseTo(60 - paid + shares, CENT);

  const csv = await fetch(`${caller.baseUrl}/wallet/ledger.csv`, { headers: { 'x-api-key': caller.apiKey } });
  const [head = '', ...rows] = (await csv.text()).trim().split('\r\n');
  const names = head.split(',');
  const lines = rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
  const amounts = lines.map(({ kind, held_change_usd: held, venue_change_usd: at }) => [
    kind,
    Number(held),
    Number(at),
  ]);
  expect(amounts.sort()).toEqual([
    ['deposit', 75, 0],
    ['venue_credit', 0, 60],
    ['venue_payment', -60, 0],
  ]);
  // Trades are not in the wallet's statement: the executions show them, each with its outcome.
  const { executions } = (await caller.send('GET', '/runtime/executions')).body;
  expect(executions).toMatchObject([{ id: redeemed.id }, { id: unpaid.id }, { id: bought.id }]);
}, 300_000);

test('an order whose trades fail has succeeded and says that they failed, and its money stays', async () => {
  const before = (await caller.send('GET', '/wallet')).body.venues.polymarket.balance_usd;
  const { tokenID } = await marketWithoutFee();
  await injectFault(platform, { venue: 'polymarket', kind: 'settlement_failed', count: 100 });
  const buy = { type: 'placeMarketOrder', tokenID, side: 'BUY', amount: '5', price: '0.99' };
  const bought = await execute(buy, ({ settlement }) => settlement === 'confirmed' || settlement === 'failed');
  await clearFaults(platform);
  expect(bought).toMatchObject({ status: 'succeeded', settlement: 'failed' });
  await walletWith(before);
}, 120_000);
