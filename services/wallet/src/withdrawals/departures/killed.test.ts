import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';

const USD = 1_000_000n;
const directory = mkdtempSync(join(tmpdir(), 'departures-killed-'));
const armed = join(directory, 'armed');
const arm = (point: string) => writeFileSync(armed, point);
const NONE = '';
arm(NONE);
process.env['KILL_POINT_FILE'] = armed;
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
let deaths = 0;

jest.setTimeout(600_000);

beforeAll(async () => {
  world = await World.open('test_wallet_departures_killed', 'kind');
  jest.spyOn(process, 'kill').mockImplementation(() => {
    deaths += 1;
    world.cut();
    arm(NONE);
    throw new Error('the service has ended here');
  });
});

afterAll(async () => {
  await world.close();
  rmSync(directory, { recursive: true });
});

/** Returns the kill points in a folder of the service, and in the folders within. */
function pointsIn(folder: string): string[] {
  const path = new URL(`../../${folder}/`, import.meta.url);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(new URL(file, path), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/killPoint\('([\w.]+)'\)/g)].map(([, point = '']) => point));
}

/** Does some work; where it dies, the service starts again. */
async function survive(work: () => Promise<unknown>): Promise<void> {
  const earlier = deaths;
  const failed = await work()
    .then(() => undefined)
    .catch((error: unknown) => ({ error }));
  if (deaths > earlier) await world.revive();
  else if (failed !== undefined) throw failed.error;
}

/** Begins an account with 75 USD at the venue and a withdrawal of 30, whose caller asks again when it hears nothing. */
async function begin(point: string): Promise<InstanceType<typeof Leaving>> {
  count += 1;
  deaths = 0;
  const leaving = new Leaving(world, `acc_${count}`, 30n * USD);
  await leaving.earn(75n * USD);
  arm(point);
  await survive(() => leaving.accept());
  await leaving.accept();
  return leaving;
}

describe('a withdrawal from a venue whose service dies leaves once and is paid once', () => {
  test.each(tried)('at $point', async ({ point }) => {
    const leaving = await begin(point);
    const record = await leaving.carry(() => {}, survive);
    expect(deaths).toBe(1);
    expect(record).toMatchObject({ state: 'confirmed' });
    expect(await leaving.shown()).toEqual({
      ...{ paidOut: [29], received: [29], atVenue: 45, deposits: [], wrong: [] },
      booked: { venue: -30, inTransit: 0, wallet: 0, reserved: 0 },
    });
  });
});
