import { type ExchangeContext, marginOf } from '../exchange-context.js';
import { hashOf } from '../orders/fills.js';
import { ActionRefused } from '../refused.js';
import { formatUsdc, parseDecimal, USDC, USDC_DECIMALS } from '../units.js';

/** The fee of a withdrawal. */
const WITHDRAWAL_FEE_MICRO_USDC = USDC;
/** A smaller deposit to the bridge is lost. */
const DEPOSIT_MINIMUM_MICRO_USDC = 5n * USDC;

/** "0.0005 USDC per request." */
const RESERVED_REQUEST_MICRO_USDC = 500n;

/** Credits a deposit at the bridge; returns whether it was large enough to be credited. */
export function creditDeposit(
  { store, nowMs }: ExchangeContext,
  user: string,
  amountMicroUsdc: bigint,
  hash: string,
): boolean {
  if (amountMicroUsdc < DEPOSIT_MINIMUM_MICRO_USDC) return false;
  const account = store.accountOrNew(user);
  store.saveAccount({ ...account, cashMicroUsdc: account.cashMicroUsdc + amountMicroUsdc });
  store.addEvent('ledger', user, nowMs, {
    time: nowMs,
    hash,
    delta: { type: 'deposit', usdc: formatUsdc(amountMicroUsdc) },
  });
  return true;
}

/** Takes the amount, fee included, from the account at once; the bridge pays the rest out later. */
export function withdraw(
  context: ExchangeContext,
  user: string,
  destination: string,
  amount: string,
  nonce: number,
): void {
  if (BigInt(destination) === 0n) throw new ActionRefused('Invalid destination.');
  const amountMicroUsdc = parseAmount(amount);
  const paidMicroUsdc = amountMicroUsdc - WITHDRAWAL_FEE_MICRO_USDC;
  if (paidMicroUsdc <= 0n || amountMicroUsdc > marginOf(context, user).withdrawableMicroUsdc)
    throw new ActionRefused('Insufficient balance for withdrawal.');
  takeCash(context, user, amountMicroUsdc);
  tell(context, user, nonce, {
    type: 'withdraw',
    usdc: formatUsdc(paidMicroUsdc),
    nonce,
    fee: formatUsdc(WITHDRAWAL_FEE_MICRO_USDC),
  });
  context.store.journal.run(
    'INSERT INTO payouts (id, requested_ms, destination, amount_micro_usdc) VALUES (?, ?, ?, ?)',
    context.store.journal.next('payout'),
    context.nowMs,
    destination,
    paidMicroUsdc,
  );
}

/** Moves USDC to another user of the venue, who has an account from then on. */
export function sendUsdc(context: ExchangeContext, user: string, destination: string, amount: string): void {
  const amountMicroUsdc = parseAmount(amount);
  if (destination === user) throw new ActionRefused('Cannot self-transfer.');
  if (amountMicroUsdc > marginOf(context, user).withdrawableMicroUsdc)
    throw new ActionRefused('Insufficient balance for withdrawal.');
  takeCash(context, user, amountMicroUsdc);
  const receiver = context.store.accountOrNew(destination);
  context.store.saveAccount({ ...receiver, cashMicroUsdc: receiver.cashMicroUsdc + amountMicroUsdc });
  const delta = { type: 'internalTransfer', usdc: formatUsdc(amountMicroUsdc), user, destination, fee: '0.0' };
  const id = `${user} ${destination} ${context.store.journal.next('transfer')}`;
  for (const each of [user, destination]) tell(context, each, id, delta);
}

/** Moves USDC between the spot and the perpetual balance. */
export function moveBetweenClasses(context: ExchangeContext, user: string, amount: string, toPerp: boolean): void {
  const amountMicroUsdc = parseAmount(amount);
  const account = context.store.accountOrNew(user);
  const available = toPerp ? account.spotMicroUsdc : marginOf(context, user).withdrawableMicroUsdc;
  if (amountMicroUsdc > available) throw new ActionRefused('Insufficient balance for withdrawal.');
  const change = toPerp ? amountMicroUsdc : -amountMicroUsdc;
  context.store.saveAccount({
    ...account,
    cashMicroUsdc: account.cashMicroUsdc + change,
    spotMicroUsdc: account.spotMicroUsdc - change,
  });
  const id = `${user} ${context.store.journal.next('transfer')}`;
  tell(context, user, id, { type: 'accountClassTransfer', usdc: formatUsdc(amountMicroUsdc), toPerp });
}

/** Buys requests beyond an account's allowance, for the user or another account, from the perpetual balance. */
export function reserveRequests(context: ExchangeContext, user: string, requests: number, destination: string): void {
  const costMicroUsdc = BigInt(requests) * RESERVED_REQUEST_MICRO_USDC;
  if (context.store.account(destination) === undefined) throw new ActionRefused('Invalid destination.');
  if (costMicroUsdc > marginOf(context, user).withdrawableMicroUsdc)
    throw new ActionRefused('Insufficient balance for withdrawal.');
  takeCash(context, user, costMicroUsdc);
  const receiver = context.store.accountOrNew(destination);
  context.store.saveAccount({ ...receiver, reservedRequests: receiver.reservedRequests + requests });
}

function takeCash({ store }: ExchangeContext, user: string, amountMicroUsdc: bigint): void {
  const account = store.accountOrNew(user);
  store.saveAccount({ ...account, cashMicroUsdc: account.cashMicroUsdc - amountMicroUsdc });
}

function tell({ store, nowMs }: ExchangeContext, user: string, id: number | string, delta: object): void {
  store.addEvent('ledger', user, nowMs, { time: nowMs, hash: hashOf('ledger', id), delta });
}

/** Parses a positive amount of whole millionths in clients' spelling. */
function parseAmount(text: string): bigint {
  const amountMicroUsdc = parseDecimal(text, USDC_DECIMALS);
  if (amountMicroUsdc === undefined) throw new ActionRefused('Invalid decimal number');
  if (amountMicroUsdc === 0n) throw new ActionRefused('Send amount cannot be zero');
  return amountMicroUsdc;
}
