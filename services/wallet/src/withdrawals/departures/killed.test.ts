import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { Deaths, pointsIn } from '../../testing/deaths.js';

const USD = 1_000_000n;
const deaths = new Deaths('departures-killed');
// Only now: the variable is read when the kill points are loaded.
const { World } = await import('../../testing/random-steps/world.js');
const { Leaving } = await import('../../testing/leaving.js');

/** Passed by what reserves at once. */
const ELSEWHERE = 'transfer.after_accept';
/** Every point that a withdrawal from the venue passes, in both of its legs. */
const points = ['withdrawals', 'transfers'].flatMap(pointsIn).filter((point) => point !== ELSEWHERE);
const cases = points.map((point) => ({ point }));
const tried = sampled({ name: 'departures killed', cases, nameOf: ({ point }) => point, count: 4 });

let world: Awaited<ReturnType<typeof World.open>>;
let count = 0;

jest.setTimeout(600_000);

beforeAll(async () => {
  world = await World.open('test_wallet_departures_killed', 'kind');
  jest.spyOn(process, 'kill').mockImplementation(() => deaths.end(world));
});

afterAll(async () => {
  await world.close();
  deaths.close();
});

/** Begins an account with 75 USD at the venue and a withdrawal of 30, whose caller asks again when it hears nothing. */
async function begin(point: string): Promise<InstanceType<typeof Leaving>> {
  count += 1;
  deaths.count = 0;
  const leaving = new Leaving(world, `acc_${count}`, 30n * USD);
  await leaving.earn(75n * USD);
  deaths.arm(point);
  await deaths.survive(world, () => leaving.accept());
  await leaving.accept();
  return leaving;
}

describe('a withdrawal from a venue whose service dies leaves once and is paid once', () => {
  test.each(tried)('at $point', async ({ point }) => {
    const leaving = await begin(point);
    const record = await leaving.carry(
      () => {},
      (work) => deaths.survive(world, work),
    );
    expect(deaths.count).toBe(1);
    expect(record).toMatchObject({ state: 'confirmed' });
    expect(await leaving.shown()).toEqual({
      ...{ paidOut: [29], received: [29], atVenue: 45, deposits: [], wrong: [] },
      booked: { venue: -30, inTransit: 0, wallet: 0, reserved: 0 },
    });
  });
});
