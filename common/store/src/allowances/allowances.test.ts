import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '../mongo/index.js';
import { SharedAllowances } from './index.js';

/** 100 at once, and one in 100 s: what a busy machine takes longer for changes no figure. */
const RATES = { burst: 100, perMs: 0.000_01 };
let connections: Connection[];

beforeAll(async () => {
  const uri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
  connections = await Promise.all([1, 2, 3].map(() => connectMongo(uri, 'test_allowances')));
});

beforeEach(async () => {
  await connections[0]?.collection('allowances').deleteMany();
});

afterAll(() => Promise.all(connections.map((connection) => connection.close())));

/** Returns the allowances as one instance of each connection sees them. */
function instances(): SharedAllowances[] {
  const logger = {
    warn: (fields: object, message: string) => {
      throw new Error(message, { cause: fields });
    },
  };
  return connections.map((connection) => new SharedAllowances(connection, logger));
}

async function filledAtOf(name: string): Promise<Date | undefined> {
  const found = await connections[0]?.collection<{ _id: string; filledAt: Date }>('allowances').findOne({ _id: name });
  return found?.filledAt;
}

async function levelOf(name: string): Promise<number> {
  const found = await connections[0]?.collection<{ _id: string; level: number }>('allowances').findOne({ _id: name });
  return found?.level ?? 0;
}

/** Has the time pass in which a bucket is filled by `amount`: its last refill is put back. */
async function passed(name: string, amount: number): Promise<void> {
  const update = [{ $set: { filledAt: { $subtract: ['$filledAt', amount / RATES.perMs] } } }];
  await connections[0]?.collection<{ _id: string }>('allowances').updateOne({ _id: name }, update);
}

describe('an allowance that instances share', () => {
  test('starts empty', async () => {
    const [first] = instances();
    expect(await first?.take('new', { weight: 1, needed: 1, ...RATES })).toMatchObject({ isTaken: false, level: 0 });
  });

  test('is refilled from its opening on, not from the first request on', async () => {
    const [first, second] = instances();
    first?.spend('opened', 0, RATES);
    await settled(async () => ((await filledAtOf('opened')) === undefined ? 1 : 0), 1);
    await passed('opened', 20);
    second?.spend('opened', 0, RATES);
    const taken = await first?.take('opened', { weight: 5, needed: 5, ...RATES });
    expect(taken?.level).toBeGreaterThanOrEqual(15);
    expect(taken?.level).toBeLessThan(60);
  });

  test('is spent once, however many ask at the same moment', async () => {
    const all = instances();
    await all[0]?.take('many', { weight: 1, needed: 1, ...RATES });
    await passed('many', 600);
    await all[0]?.take('many', { weight: 0, needed: 0, ...RATES });
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, index) => all[index % 3]?.take('many', { weight: 5, needed: 5, ...RATES })),
    );
    expect(taken.filter((answer) => answer?.isTaken)).toHaveLength(20);
    expect(await levelOf('many')).toBeLessThan(1);
  });

  test('is refilled by the time that passed, up to what may be spent at once', async () => {
    const [first] = instances();
    await first?.take('filled', { weight: 1, needed: 1, ...RATES });
    await passed('filled', 50);
    expect((await first?.take('filled', { weight: 10, needed: 10, ...RATES }))?.level).toBeCloseTo(40, 0);
    await passed('filled', 3600);
    expect((await first?.take('filled', { weight: 10, needed: 10, ...RATES }))?.level).toBe(90);
  });

  test('keeps for others what is needed beside a spending', async () => {
    const [first, second] = instances();
    await first?.take('left', { weight: 1, needed: 1, ...RATES });
    await passed('left', 50);
    expect(await first?.take('left', { weight: 10, needed: 70, ...RATES })).toMatchObject({ isTaken: false });
    expect(await second?.take('left', { weight: 10, needed: 10, ...RATES })).toMatchObject({ isTaken: true });
  });

  test('is less for all by what one spent unasked, and nothing once one found it spent', async () => {
    const [first, second] = instances();
    await first?.take('unasked', { weight: 1, needed: 1, ...RATES });
    await passed('unasked', 100);
    await first?.take('unasked', { weight: 0, needed: 0, ...RATES });
    first?.spend('unasked', 30, RATES);
    await settled(() => levelOf('unasked'), 71);
    expect((await second?.take('unasked', { weight: 0, needed: 0, ...RATES }))?.level).toBeCloseTo(70, 0);
    second?.drain('unasked', RATES);
    await settled(() => levelOf('unasked'), 1);
    expect((await first?.take('unasked', { weight: 0, needed: 0, ...RATES }))?.level).toBeLessThan(2);
  });

  test('is not forgiven a spending after a pause that has refilled it', async () => {
    const [first] = instances();
    await first?.take('paused', { weight: 1, needed: 1, ...RATES });
    await passed('paused', 3600);
    first?.spend('paused', 60, RATES);
    await settled(async () => (await levelOf('paused')) || 100, 50);
    expect((await first?.take('paused', { weight: 0, needed: 0, ...RATES }))?.level).toBeCloseTo(40, 0);
  });

  test('is never less than nothing because the clock was set back', async () => {
    const [first] = instances();
    await first?.take('back', { weight: 1, needed: 1, ...RATES });
    await passed('back', -3600);
    expect((await first?.take('back', { weight: 1, needed: 0, ...RATES }))?.level).toBe(-1);
  });
});

/** Waits up to 20 s for what is written behind its caller: beside other tests the database may take seconds. */
async function settled(read: () => Promise<number>, below: number): Promise<void> {
  for (let tries = 0; tries < 1000 && (await read()) >= below; tries += 1) await wait(20);
}
