import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, seededRandom, seedFor } from '@platform/kit/sampling';
import { VenueCustomer } from '../executions/venue-customer.js';
import { clearFaults, type Fault, injectFault } from '../platform/faults.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { POLYMARKET, tradedMarket } from './customer.js';
import { causesOfSignatures, executionsOf, ordersOf, type VenueOrder } from './records.js';

/** Executions at a harsh venue with faults at every point, while the execution service dies: each is there at most once. */

const seed = Number(
  process.env['POLYMARKET_EXECUTIONS_SEED'] ?? seedFor('polymarket executions') ?? randomInt(2 ** 31),
);
const EXECUTIONS = Number(process.env['POLYMARKET_EXECUTIONS'] ?? (isSampling ? 24 : 300));
const KILLS = isSampling ? 1 : 5;
const CUSTOMERS = isSampling ? 1 : 4;
const AT_ONCE = 6;
/** One call of so many meets a fault that the harsh world has not. */
const FAULT_EVERY = 3;
const COMMANDS_AT_ONCE = 3;
/** Calls that last until the client gives up are rare, since each takes as long. */
const KINDS: readonly Fault['kind'][] = [
  ...(['disconnect', 'disconnect', 'rate_limit', 'rate_limit', 'malformed', 'malformed', 'server_error'] as const),
  ...(['server_error', 'err_late', 'err_late', 'reject', 'timeout'] as const),
];
const TEST_MS = 1_500_000;
const random = seededRandom(seed);
const pick = <Each>(from: readonly Each[]): Each => from[Math.floor(random() * from.length)]!;

/** An execution that was asked for. */
interface Asked {
  readonly customer: VenueCustomer;
  readonly id: string;
  /** What an order is for, as no other of its account is, in millionths; undefined for a cancel. */
  readonly sizeMicro: string | undefined;
  /** The order that it cancels. */
  readonly cancels: string | undefined;
}

let platform: Platform;
let customers: readonly VenueCustomer[];
let tokenID: string;

beforeAll(async () => {
  platform = await Platform.start('its venue is harsh and its execution service is killed', {
    SANDBOX_WORLD: 'harsh',
    EXECUTION_RECONCILIATION_SECONDS: '20',
    RATE_LIMIT_PER_MINUTE: '100000',
  });
  ({ tokenId: tokenID } = await tradedMarket(platform));
  const names = Array.from({ length: CUSTOMERS }, (_, index) => `faults-${index}`);
  customers = await VenueCustomer.open(platform, POLYMARKET, names, { paidUsd: 200, usedUsd: 180 });
}, 420_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Returns an action that only this execution of its account can be behind. */
function draw(index: number, customer: VenueCustomer) {
  const apart = index / 100;
  const limit = { type: 'placeLimitOrder', tokenID, side: 'BUY', size: (5 + apart).toFixed(2), price: '0.01' };
  const market = { type: 'placeMarketOrder', tokenID, side: 'BUY', amount: (1 + apart).toFixed(2) };
  const ofLimit = microOf(limit.size);
  const open = ordersOf(platform, customer.address).filter(({ status }) => status === 'LIVE');
  const kind = Math.floor(random() * 10);
  if (kind === 9 && open.length > 0) {
    const orderID = pick(open).id;
    return { action: { type: 'cancelOrder', orderID }, sizeMicro: undefined, cancels: orderID };
  }
  if (kind === 8) return { action: { ...limit, price: '0.8' }, sizeMicro: ofLimit, cancels: undefined };
  if (kind >= 6) {
    const action = { ...market, price: 0.9, orderType: kind === 7 ? 'FOK' : 'FAK' };
    return { action, sizeMicro: microOf(market.amount), cancels: undefined };
  }
  const expiration = Math.floor(Date.now() / 1_000) + 7_200;
  const terms = pick([{}, {}, { orderType: 'GTD', expiration }, { postOnly: true }]);
  return { action: { ...limit, ...terms }, sizeMicro: ofLimit, cancels: undefined };
}

const microOf = (decimals: string) => String(Math.round(Number(decimals) * 1_000_000));

async function ask(index: number): Promise<Asked> {
  const customer = customers[index % customers.length]!;
  const { action, sizeMicro, cancels } = draw(Math.floor(index / customers.length), customer);
  if (index % FAULT_EVERY === 0) {
    const when = pick(['before_accept', 'after_accept'] as const);
    const kind = pick(KINDS);
    // A refusal of what was taken would be a lie, and one that is executed later is answered before.
    const isBefore = kind === 'reject' || kind === 'err_late';
    await injectFault(platform, { venue: 'polymarket', kind, when: isBefore ? 'before_accept' : when });
  }
  const id = await customer.submitUntilRecorded(action, randomUUID());
  return { customer, id, sizeMicro, cancels };
}

/** Asks for all of them, a few at once, while the service is killed. */
async function askForAll(): Promise<Asked[]> {
  const asked: Asked[] = [];
  const batches = Math.ceil(EXECUTIONS / AT_ONCE);
  const killEvery = Math.max(1, Math.floor(batches / (KILLS + 1)));
  let kills = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const from = batch * AT_ONCE;
    const indices = Array.from({ length: Math.min(AT_ONCE, EXECUTIONS - from) }, (_, index) => from + index);
    const asking = Promise.all(indices.map(ask));
    const isKilling = kills < KILLS && batch % killEvery === killEvery - 1;
    if (isKilling) {
      kills += 1;
      await new Promise((resolve) => setTimeout(resolve, random() * 300));
      await platform.kill('execution');
    }
    asked.push(...(await asking));
  }
  expect(kills).toBe(KILLS);
  return asked;
}

/** Returns what the venue's records say of an execution. */
function truthOf({ sizeMicro, cancels }: Asked, orders: readonly VenueOrder[]) {
  const own = orders.filter((order) => order.sizeMicro === sizeMicro || order.id === cancels);
  const isThere = cancels === undefined ? own.length > 0 : own.some(({ status }) => status.startsWith('CANCELED'));
  return { own, isThere, isMatched: own.some(({ matchedMicro }) => matchedMicro !== '0') };
}

test(
  'each is at the venue at most once, final states agree, and an operator settles the rest by what the venue shows',
  async () => {
    const counts: Record<string, number> = {};
    try {
      const asked = await askForAll();
      await clearFaults(platform);
      expect(new Set(asked.map(({ id }) => id)).size).toBe(EXECUTIONS);
      const waiting: { readonly id: string; readonly verdict: string }[] = [];
      for (const each of asked) {
        const { status } = await each.customer.settled(each.id);
        counts[status] = (counts[status] ?? 0) + 1;
      }
      for (const customer of customers) {
        const { accountId } = customer.caller;
        const orders = ordersOf(platform, customer.address);
        const records = await executionsOf(platform, accountId);
        const causes = await causesOfSignatures(platform, accountId);
        expect(new Set(causes).size).toBe(causes.length);
        for (const each of asked.filter((one) => one.customer === customer)) {
          const record = records.get(each.id)!;
          const { own, isThere, isMatched } = truthOf(each, orders);
          if (each.cancels === undefined) {
            const hashes = own.map(({ id }) => id);
            // Once, and it is the one whose hash was stored before it was sent.
            expect([each.id, record.status, hashes]).toEqual([
              ...[each.id, record.status],
              isThere ? [record.identity?.actionHash] : [],
            ]);
          }
          if (record.status === 'succeeded') expect([each, isThere]).toEqual([each, true]);
          // A market order that was delayed and then killed was there, and did nothing.
          if (['failed', 'rejected'].includes(record.status) && each.cancels === undefined)
            expect([each.id, record.status, isMatched]).toEqual([each.id, record.status, false]);
          if (record.status === 'failed' && each.cancels === undefined)
            expect([each.id, isThere]).toEqual([each.id, false]);
          if (record.status === 'reconciliation_required')
            waiting.push({ id: each.id, verdict: isThere ? 'succeeded' : 'failed' });
        }
        expect(orders.map(({ id }) => id).toSorted()).toEqual(
          asked
            .filter((one) => one.customer === customer && one.cancels === undefined)
            .flatMap((one) => truthOf(one, orders).own.map(({ id }) => id))
            .toSorted(),
        );
      }
      expect(counts['succeeded']).toBeGreaterThan(EXECUTIONS / 3);
      expect((await operate(platform, 'executions', 'list')).output).toContain(`${waiting.length} executions wait`);
      for (let from = 0; from < waiting.length; from += COMMANDS_AT_ONCE)
        await Promise.all(
          waiting.slice(from, from + COMMANDS_AT_ONCE).map(async ({ id, verdict }) => {
            const by = ['--evidence', "the venue's own records of orders", '--by', 'ada'];
            expect(await operate(platform, 'executions', 'settle', id, verdict, ...by)).toMatchObject({ code: 0 });
            const { customer } = asked.find((each) => each.id === id)!;
            expect(await customer.settled(id)).toMatchObject({ status: verdict });
          }),
        );
      expect(await operate(platform, 'executions', 'list')).toEqual({ code: 0, output: '0 executions wait\n' });
      expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
      process.stdout.write(`${EXECUTIONS} executions, ${KILLS} kills: ${JSON.stringify(counts)}\n`);
    } catch (error) {
      throw new Error(`POLYMARKET_EXECUTIONS_SEED=${seed}, ${JSON.stringify(counts)}`, { cause: error });
    }
  },
  TEST_MS,
);
