import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, openDatabase } from '../../domain.fixture.js';
import type { DeploymentRecord } from '../record.js';
import { created, running, starting } from './deployments.fixture.js';
import { type HaltMode, haltDeployments, parseHaltMode } from './halt.js';

const CAUSE = { by: 'user', source: 'req_1' } as const;

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('halt');
  domain = await buildDomain(connection);
});

afterAll(() => connection.close());

/** Halts an account; `kept` is what is read of it at first. Returns what became of each, by name, and what the log says. */
async function halt(accountId: string, mode: HaltMode, kept?: readonly DeploymentRecord[]) {
  const { store } = domain.deployments;
  const lines: string[] = [];
  const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const read = {
    kept: async () => (kept === undefined ? store.kept(accountId) : [...kept]),
    get: store.get.bind(store),
    move: store.move.bind(store),
    change: store.change.bind(store),
  };
  const halting = haltDeployments(accountId, mode, CAUSE, { store: read, clock: systemClock, logger });
  const halted = await halting.catch((error: unknown) => error);
  if (!Array.isArray(halted)) return { error: halted, outcomes: {}, lines };
  const named = halted.map(({ deployment, outcome }) => [deployment.name, [outcome, deployment.status]]);
  return { error: undefined, outcomes: Object.fromEntries(named), lines };
}

const stored = (record: DeploymentRecord) => domain.deployments.store.get(record.accountId, record._id);

test('a stop ends what runs or is about to, names the others, and changes nothing when it is repeated', async () => {
  const ran = await running(domain, 'acc_stop', 'ran');
  await starting(domain, 'acc_stop', 'began');
  await created(domain, 'acc_stop', 'never started');
  const foreign = await running(domain, 'acc_other', 'foreign');
  const first = await halt('acc_stop', 'stop');
  expect(first.outcomes).toEqual({
    ran: ['stopped', 'stopping'],
    began: ['stopped', 'stopping'],
    'never started': ['already', 'created'],
  });
  const ended = await domain.deployments.store.move(await stored(ran), 'ended');
  expect(ended?.status).toBe('stopped');
  expect((await halt('acc_stop', 'stop')).outcomes).toEqual({
    ran: ['already', 'stopped'],
    began: ['already', 'stopping'],
    'never started': ['already', 'created'],
  });
  expect((await stored(foreign)).status).toBe('running');
});

test('blocked entries last until the next start, and do not end what is flat', async () => {
  const ran = await running(domain, 'acc_block', 'ran');
  expect((await halt('acc_block', 'block_entries')).outcomes).toEqual({ ran: ['entries_blocked', 'running'] });
  expect(await stored(ran)).toMatchObject({
    ...{ entriesBlockedSince: expect.any(Date), stopsWhenFlat: false, generation: ran.generation },
  });
  expect((await halt('acc_block', 'block_entries')).outcomes).toEqual({ ran: ['already', 'running'] });
  expect((await halt('acc_block', 'stop')).outcomes).toEqual({ ran: ['stopped', 'stopping'] });
  await domain.deployments.store.move(await stored(ran), 'ended');
  await domain.deployments.lifecycle.start('acc_block', ran._id, {});
  expect(await stored(ran)).toMatchObject({ status: 'starting' });
  expect((await stored(ran)).entriesBlockedSince).toBeUndefined();
});

test('one whose bot is started again meanwhile is halted all the same', async () => {
  const seen = await running(domain, 'acc_moving', 'moving');
  await domain.deployments.store.move(seen, 'lost', { fields: { generation: seen.generation + 1 } });
  expect((await halt('acc_moving', 'stop', [seen])).outcomes).toEqual({ moving: ['stopped', 'stopping'] });
});

test('one that can not be changed keeps no other one from being halted, and is told', async () => {
  const gone = { ...(await running(domain, 'acc_failing', 'gone')), _id: 'dpl_gone' };
  const ran = await running(domain, 'acc_failing', 'ran');
  const { error, lines } = await halt('acc_failing', 'stop', [gone, ran]);
  expect(error).toMatchObject({
    code: 'service_unavailable',
    message: '1 deployments could not be halted, 1 are. Repeat the request.',
  });
  expect((await stored(ran)).status).toBe('stopping');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { accountId: 'acc_failing', mode: 'stop', ...CAUSE, outcomes: { [ran._id]: 'stopped' }, failures: 1 },
  ]);
});

test('an account without deployments is halted, and another mode is none', async () => {
  expect(await halt('acc_none', 'stop')).toMatchObject({ error: undefined, outcomes: {} });
  expect(parseHaltMode('block_entries')).toBe('block_entries');
  expect(() => parseHaltMode('pause')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
