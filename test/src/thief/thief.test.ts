/**
 * What somebody with all rights to MongoDB gains: every row of every service is inserted, changed, deleted and put back as it was, one
 * mutation after the other, while the platform runs with money in it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { Platform } from '../platform/platform.js';
import { type Mutation, mutationsOf } from './mutations.js';
import { World } from './world.js';

const SERVICES = ['identity', 'wallet', 'execution', 'runtime', 'context'] as const;
/** Deposits are looked for every second. */
const SETTLE_MS = 1_500;
/**
 * The edge asks for a credential again after two seconds, transactions are broadcast again after as many, and a runner of operations that
 * has none looks for due ones every two and a half.
 */
const SLOWLY_SEEN =
  /^(accounts|sessions|api_keys|registration_codes|withdrawals|setups|executions|chain_\w+|\w+_nonces)$/;
const SLOW_SETTLE_MS = 3_000;
const SAMPLE = 12;
const worlds = sampled({ name: 'worlds of the thief', cases: ['kind', 'harsh'], nameOf: (each) => each, count: 1 });
/** What no row decides, and what every request writes. */
const PASSING = /^(data_format|address_limits|usage|leases|chain_cursors|ledger_rounds)$/;

// Each has a platform of its own, which waits most of the time.
test.concurrent.each(worlds)(
  'in the %s world a thief with the database gains no payment, order, session, message or foreign address',
  async (SANDBOX_WORLD) => {
    await using platform = await Platform.start('its database is in the hands of a thief', {
      SANDBOX_WORLD,
      FEATURE_WITHDRAWAL_OTP: 'true',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
      RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
      REGISTRATION_WRONG_CODES_PER_HOUR: '100000',
    });
    const world = await World.open(platform);
    await using versions = world.versions;
    const { thief } = world.accountIds;
    expect(await world.opened()).toEqual([thief, thief, undefined, undefined]);
    const all: Mutation[] = [];
    for (const service of SERVICES) {
      const db = versions.client.db(service);
      const collections = (await db.listCollections().toArray()).map(({ name }) => name);
      for (const collection of collections.filter((name) => !name.startsWith('system.') && !PASSING.test(name)))
        all.push(
          ...(await mutationsOf({ db, service, collection }, world.identities, versions.of(service, collection))),
        );
    }
    expect(all.length).toBeGreaterThan(300);
    const tried = sampled({ name: 'mutations of the thief', cases: all, nameOf: ({ name }) => name, count: SAMPLE });
    const [gains, refused]: [string[], string[]] = [[], []];
    await world.changes();
    for (const mutation of tried) {
      const found = await gainedBy(mutation, world);
      if (found === undefined) refused.push(mutation.name);
      else gains.push(...found.map((gain) => `${mutation.name} → ${gain}`));
    }
    expect(gains).toEqual([]);
    expect(refused.filter((name) => name.endsWith('insertion of a new one'))).toEqual([]);
  },
  7_200_000,
);

/**
 * Applies a mutation, waits until workers have seen it, and undoes it; returns what the thief has gained by it, or what has failed so that
 * nobody can tell. Undefined where an index refuses it.
 */
async function gainedBy(mutation: Mutation, world: World): Promise<string[] | undefined> {
  const db = world.versions.client.db(mutation.service);
  try {
    await mutation.apply(db);
  } catch {
    return undefined;
  }
  await wait(SLOWLY_SEEN.test(mutation.collection) ? SLOW_SETTLE_MS : SETTLE_MS);
  const gains = await gainedNow(mutation, world).catch((error: unknown) => [String(error)]);
  await mutation.undo(db);
  // A wallet whose row was wrong is fenced, and would be safe from the next mutations by that.
  await world.versions.client
    .db('wallet')
    .collection('ledger_books')
    .updateMany({}, { $unset: { fence: 1 } });
  return gains;
}

async function gainedNow({ collection }: Mutation, world: World): Promise<string[]> {
  const gains = [...(await world.foreignAccounts()), ...(await world.foreignAddresses()), ...(await world.changes())];
  if (collection !== 'accounts') return gains;
  const signIns = await world.foreignSignIns();
  // Their messages are not the thief's.
  await world.changes();
  return [...gains, ...signIns];
}
