import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, sampled } from '@platform/kit/sampling';
import { Caller } from '../platform/caller.js';
import type { Descriptor } from '../platform/descriptor.js';
import { Platform } from '../platform/platform.js';
import { type BulkyBody, type BulkyPlace, bulkyPlaces } from './bulky-bodies.js';

/** The longest time in one go that one request may take of a process, before its caller is known and after. */
const UNKNOWN_MS_MAX = 50;
const KNOWN_MS_MAX = 250;
/** A body that is over its bound is sent again: a garbage collection may have been the reason. */
const TRIES_MAX = 4;
/** The event loop is sampled often while it is busy, and seldom while it is idle: see `common/observability/src/metrics`. */
const BUSY_INTERVAL_MS = 5;
/** Every body of the set has the same key and the same address. */
const ENVIRONMENT = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000000',
  RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000000',
};
const DOORS: ReadonlySet<string> = new Set(['edge']);
/** Of an error as REST, GraphQL and a tool's answer write it. */
const CODE = /\\?"code\\?":\s*\\?"(\w+)/;
const WORK = /^nodejs_eventloop_work_max_seconds (\S+)$/m;

let platform: Platform;
let descriptor: Descriptor;
let caller: Caller;
let busy: Promise<unknown>;
let sent = 0;
const over = new AbortController();

beforeAll(async () => {
  platform = await Platform.start('its event loops are measured', ENVIRONMENT);
  descriptor = await platform.descriptor();
  caller = await Caller.register(platform, 'bulky@example.com');
  busy = Promise.all(Object.values(descriptor.metrics).map(keepBusy));
  // The cost excludes what the first request loads.
  for (const place of bulkyPlaces)
    for (const isKeyed of [true, false]) await post(place, { isKeyed, write: () => '{}' });
}, 300_000);

afterAll(async () => {
  over.abort();
  await busy;
  await platform[Symbol.asyncDispose]();
});

/** Keeps a process slightly busy: an idle one samples its event loop so seldom that half a second stays unseen. */
async function keepBusy(metrics: string): Promise<void> {
  while (!over.signal.aborted) {
    // Refused without a reading of the metrics, which would begin their maximum again.
    await fetch(metrics, { method: 'HEAD' });
    await sleep(BUSY_INTERVAL_MS);
  }
}

/** Sends a body; returns the answer's status and code. */
async function post(
  { door, path, headers, isForSessions }: BulkyPlace,
  { write, isKeyed }: Omit<BulkyBody, 'what'>,
  number?: number,
): Promise<string> {
  const address = new URL(path, door === 'gateway' ? descriptor.graphql_url : descriptor.base_url);
  sent += 1;
  const known = isForSessions ? { authorization: `Bearer ${caller.sessionToken}` } : { 'x-api-key': caller.apiKey };
  const credential = isKeyed ? known : {};
  const options = { 'content-type': 'application/json', ...headers(sent), ...credential };
  try {
    const answer = await fetch(address, { method: 'POST', headers: options, body: write(number) });
    const code = CODE.exec(await answer.text())?.[1];
    return code === undefined ? `${answer.status}` : `${answer.status} ${code}`;
  } catch {
    // An entrance may close the connection on a body that it does not read.
    return 'hung up';
  }
}

/** Returns the longest processor time that each process took in one go since the last call. */
async function workMs(): Promise<Record<string, number>> {
  const read = Object.entries(descriptor.metrics).map(async ([name, address]) => {
    const metrics = await fetch(address).then((answer) => answer.text());
    return [name, Math.round(Number(WORK.exec(metrics)?.[1]) * 1_000)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/**
 * Returns the smallest processor time of a body per process, and the processes over their bound: the bound is lower for an unknown caller.
 */
async function costOf(place: BulkyPlace, body: BulkyBody, number: number) {
  await workMs();
  const answer = await post(place, body, number);
  const cost = Object.entries(await workMs());
  const isOver = cost.some(([name, ms]) => ms > (body.isKeyed || !DOORS.has(name) ? KNOWN_MS_MAX : UNKNOWN_MS_MAX));
  const atDoor = Math.max(...cost.filter(([name]) => DOORS.has(name)).map(([, ms]) => ms));
  const behind = Math.max(...cost.filter(([name]) => !DOORS.has(name)).map(([, ms]) => ms));
  return { what: body.what, answer, atDoor, behind, isOver };
}

async function leastCostOf(place: BulkyPlace, body: BulkyBody) {
  let cost = await costOf(place, body, 0);
  for (let tries = 1; cost.isOver && tries < TRIES_MAX; tries += 1) cost = await costOf(place, body, tries);
  return cost;
}

test('the set has hundreds of bodies for both doors', () => {
  const count = (door: BulkyPlace['door']) =>
    bulkyPlaces.filter((place) => place.door === door).flatMap(({ bodies }) => bodies).length;
  expect(Math.min(count('gateway'), count('rest-facade'))).toBeGreaterThan(150);
  expect(count('gateway') + count('rest-facade')).toBeGreaterThan(400);
});

/** Some bodies of each place; only all of them together show which one of a place is accepted. */
const places = bulkyPlaces.map((place) => ({
  ...place,
  bodies: sampled({
    name: `bulky bodies of ${place.name} at the ${place.door}`,
    cases: place.bodies,
    nameOf: ({ what, isKeyed }) => `${what}, ${isKeyed ? 'with a key' : 'without one'}`,
    count: 6,
  }),
}));

test.each(places.map((place) => [`${place.name} at the ${place.door}`, place] as const))(
  'of %s nothing bulky holds a process up over its bound, and some is let in',
  async (_name, place) => {
    const costs: Awaited<ReturnType<typeof costOf>>[] = [];
    for (const body of place.bodies) costs.push(await leastCostOf(place, body));
    const known = costs.filter((_cost, index) => place.bodies[index]?.isKeyed === true);
    expect(costs.filter(({ isOver }) => isOver)).toEqual([]);
    if (!isSampling) expect(known.map(({ answer }) => answer)).toContain(place.within);
  },
  300_000,
);
