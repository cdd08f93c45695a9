import { randomInt, randomUUID } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, seededRandom, seedFor } from '@platform/kit/sampling';
import { VenueCustomer } from '../executions/venue-customer.js';
import { clearFaults, type Fault, injectFault } from '../platform/faults.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { LIGHTER, resting, taking, takingPrice, WITHOUT_LIMITS } from './customer.js';
import { executionsOf, recordsOf, type VenueRecords } from './records.js';

/**
 * Executions at a harsh venue with faults at every point, while the execution service and the signer die: each is there at most once, and no
 * nonce is left out.
 */

const seed = Number(process.env['LIGHTER_EXECUTIONS_SEED'] ?? seedFor('lighter executions') ?? randomInt(2 ** 31));
const EXECUTIONS = Number(process.env['LIGHTER_EXECUTIONS'] ?? (isSampling ? 18 : 300));
/** An account waits ten minutes after an action that never arrived, so that many trade beside each other. */
const CUSTOMERS = isSampling ? 2 : 60;
/** The signer dies as often; a death of the execution service between signature and sending costs its account ten minutes, too. */
const KILLS = isSampling ? 1 : 5;
const kills = isSampling ? ([] as const) : (['execution'] as const);
/** One call of so many meets a fault that the harsh world has not. */
const FAULT_EVERY = 3;
/** The venue takes the call, and what it answers says nothing. */
const AFTER: readonly Fault['kind'][] = ['disconnect', 'malformed', 'server_error'];
/** The venue refuses the call, or rejects it as it is executed. */
const REFUSED: readonly Fault['kind'][] = ['rate_limit', 'reject', 'transaction_rejected', 'transaction_slow'];
/** The venue never sees the call, or carries it out later: rare, since its account waits ten minutes. */
const LOST: readonly Fault['kind'][] = ['disconnect', 'server_error', 'timeout', 'err_late'];
const LOST_EVERY = 50;
const TEST_MS = 3_000_000;
const ASKING_MS = 2_000_000;
const random = seededRandom(seed);
const pick = <Each>(from: readonly Each[]): Each => from[Math.floor(random() * from.length)]!;

/** An execution that was asked for. */
interface Asked {
  readonly customer: VenueCustomer;
  readonly id: string;
}

let platform: Platform;
let customers: readonly VenueCustomer[];

beforeAll(async () => {
  platform = await Platform.start('its Lighter is harsh, and its execution service and signer are killed', {
    ...WITHOUT_LIMITS,
    SANDBOX_WORLD: 'harsh',
    EXECUTION_RECONCILIATION_SECONDS: '30',
  });
  const names = Array.from({ length: CUSTOMERS }, (_, index) => `lighter-faults-${index}`);
  customers = await VenueCustomer.open(platform, LIGHTER, names, { paidUsd: 1_000, usedUsd: 900 });
}, 900_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Returns an action of any kind. */
async function draw(): Promise<object> {
  const size = { base_amount: 100 + Math.floor(random() * 400) };
  switch (Math.floor(random() * 8)) {
    case 0:
      return taking(size);
    case 1:
      return taking({ ...size, is_ask: true, avg_execution_price: 1_000 });
    case 2:
      return resting({ ...size, price: await takingPrice(platform), time_in_force: 0, order_expiry: 0 });
    case 3:
      return resting({ ...size, price: await takingPrice(platform), time_in_force: 2 });
    case 4:
      return { type: 'cancel_all_orders', time_in_force: 0 };
    case 5:
      return { type: 'update_leverage', market_index: 0, margin_mode: 0, leverage: 2 + Math.floor(random() * 8) };
    default:
      return resting({ base_amount: 1_000 + Math.floor(random() * 400) });
  }
}

/** Makes the next call fail. */
async function trouble(index: number): Promise<void> {
  if (!isSampling && index % LOST_EVERY === 0)
    await injectFault(platform, { venue: 'lighter', kind: pick(LOST), when: 'before_accept' });
  else if (index % FAULT_EVERY === 0 && random() < 0.5)
    await injectFault(platform, { venue: 'lighter', kind: pick(AFTER), when: 'after_accept' });
  else if (index % FAULT_EVERY === 0) await injectFault(platform, { venue: 'lighter', kind: pick(REFUSED) });
}

async function ask(index: number): Promise<Asked> {
  const customer = customers[index % customers.length]!;
  const action = await draw();
  const key = randomUUID();
  await trouble(index);
  // While the account's last action may still be carried out, nothing is signed: the caller asks again under its key.
  const { body } = await until(
    'the execution',
    () => customer.submit(action, key),
    ({ body }) => body?.id !== undefined || typeof body?.error?.details?.execution_id === 'string',
    { pollIntervalMs: 3_000, timeoutMs: ASKING_MS },
  );
  return { customer, id: body.id ?? body.error.details.execution_id };
}

/** Ends the signer of the wallet service: a process of its own. */
async function killSigner(): Promise<void> {
  const { processes } = await platform.descriptor();
  const wallet = String(processes['wallet']);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = stat.slice(stat.lastIndexOf(')')).split(' ')[2];
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (parent === wallet && command.includes('lighter-signer')) {
      await readlink(`/proc/${pid}/exe`);
      process.kill(Number(pid), 'SIGKILL');
    }
  }
}

/** Asks for all of them, one at a time for each account, while the service and the signer are killed. */
async function askForAll(): Promise<Asked[]> {
  const asked: Asked[] = [];
  const killEvery = Math.floor(EXECUTIONS / (KILLS + 1));
  let killed = 0;
  let begun = 0;
  const lane = async (first: number) => {
    for (let index = first; index < EXECUTIONS; index += CUSTOMERS) {
      begun += 1;
      const isKilling = killed < KILLS && begun >= killEvery * (killed + 1);
      if (isKilling) killed += 1;
      const asking = ask(index);
      if (isKilling) {
        await new Promise((resolve) => setTimeout(resolve, random() * 300));
        await Promise.all([...kills.map((name) => platform.kill(name)), killSigner()]);
      }
      asked.push(await asking);
    }
  };
  await Promise.all(customers.map((_customer, index) => lane(index)));
  expect(killed).toBe(KILLS);
  return asked;
}

const hashOf = (hash: string) => `0x${hash.replace(/^0x/, '')}`;

/** Whether the venue's records say that a transaction did what it was to do; undefined: it is not there. */
function wasCarriedOut({ transactions }: VenueRecords, actionHash: string | undefined): boolean | undefined {
  const found = transactions.find(({ hash }) => hashOf(hash) === actionHash);
  if (found === undefined) return undefined;
  return found.status === 2 && !/"ae":"[^"]/.test(found.event_info);
}

test(
  'each is at the venue at most once, final states agree, and no nonce is left out',
  async () => {
    const counts: Record<string, number> = {};
    try {
      const asked = await askForAll();
      await clearFaults(platform);
      expect(new Set(asked.map(({ id }) => id)).size).toBe(EXECUTIONS);
      for (const { customer, id } of asked) {
        const { status } = await customer.settled(id, ASKING_MS);
        counts[status] = (counts[status] ?? 0) + 1;
      }
      const waiting = (await Promise.all(customers.map((customer) => compare(customer, asked)))).flat();
      await settle(waiting);
      expect(counts['succeeded']).toBeGreaterThan(EXECUTIONS / 3);
      // What follows gets the very next nonce.
      await Promise.all(customers.map(goesOn));
      expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
      process.stdout.write(`${EXECUTIONS} executions, ${KILLS} kills: ${JSON.stringify(counts)}\n`);
    } catch (error) {
      throw new Error(`LIGHTER_EXECUTIONS_SEED=${seed}, ${JSON.stringify(counts)}`, { cause: error });
    }
  },
  TEST_MS,
);

/** Compares an account's executions with the venue's own records; returns those that wait for an operator, which are not there. */
async function compare(customer: VenueCustomer, asked: readonly Asked[]): Promise<string[]> {
  const records = await executionsOf(platform, customer.caller.accountId);
  const venue = recordsOf(platform, customer.address);
  const own = asked.filter((each) => each.customer === customer).map(({ id }) => records.get(id)!);
  const hashes = venue.transactions.map(({ hash }) => hashOf(hash));
  expect(new Set(hashes).size).toBe(hashes.length);
  const signed = own.flatMap(({ identity }) => (identity === undefined ? [] : [identity.actionHash]));
  // Nothing is there that was not asked for, and nothing twice.
  expect(hashes.filter((hash) => !signed.includes(hash))).toEqual([]);
  // With the registrations of the key, which may be repeated with the same nonce or the next, the nonces have no gap.
  const registered = new Set(venue.registrations.map(({ nonce }) => nonce));
  const used = [...registered, ...venue.transactions.map(({ nonce }) => nonce)];
  expect(used.filter((nonce) => nonce < venue.nextNonce).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: venue.nextNonce }, (_, nonce) => nonce),
  );
  for (const { _id, status, identity } of own) {
    const isDone = wasCarriedOut(venue, identity?.actionHash);
    if (status === 'succeeded') expect([_id, isDone]).toEqual([_id, true]);
    // The caller's next action took the nonce of one that never arrived before a look-up had found it free: then an operator looks.
    if (['failed', 'reconciliation_required'].includes(status)) expect([_id, isDone]).toEqual([_id, undefined]);
  }
  return own.flatMap(({ _id, status }) => (status === 'reconciliation_required' ? [_id] : []));
}

/** An operator ends what waits, by what the venue shows: none of it is there. */
async function settle(waiting: readonly string[]): Promise<void> {
  expect((await operate(platform, 'executions', 'list')).output).toContain(`${waiting.length} executions wait`);
  const by = ['--evidence', 'no such transaction, and its end is past', '--by', 'ada'];
  for (const id of waiting)
    expect(await operate(platform, 'executions', 'settle', id, 'failed', ...by)).toMatchObject({ code: 0 });
}

async function goesOn(customer: VenueCustomer): Promise<void> {
  const { nextNonce } = recordsOf(platform, customer.address);
  const id = await customer.submitUntilRecorded(resting(), randomUUID());
  // The venue is harsh to this one too: it is signed for, whatever becomes of it.
  const recorded = async () => (await executionsOf(platform, customer.caller.accountId)).get(id);
  const record = await until('its signature', recorded, (found) => found?.identity !== undefined);
  expect([customer.address, record?.identity?.nonce]).toEqual([customer.address, nextNonce]);
}
