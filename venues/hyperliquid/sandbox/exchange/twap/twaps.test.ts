import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerInfo } from '../../info/table.js';
import { openTestVenue, TestUser, type TestVenue, wait } from '../../testing/index.js';
import { parseDecimal } from '../units.js';

let venue: TestVenue;

beforeAll(async () => {
  venue = await openTestVenue();
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

const MINUTE_SECONDS = 60;
const NO_HASH = `0x${'0'.repeat(64)}`;

interface State {
  sz: string;
  executedSz: string;
  executedNtl: string;
  timestamp: number;
}
interface Entry {
  time: number;
  status: { status: string; description?: string };
  twapId: number;
  state: State;
}
interface SliceFill {
  twapId: number;
  fill: { sz: string; px: string; hash: string; time: number; dir: string; twapId: number };
}

const ETH = 1;
const lots = (text: string) => parseDecimal(text, 4)!;
const sizeOf = (fills: readonly SliceFill[]) => fills.reduce((sum, { fill }) => sum + lots(fill.sz), 0n);
const fillsOf = (user: TestUser) => user.info<SliceFill[]>('userTwapSliceFills');
const historyOf = (user: TestUser) => user.info<Entry[]>('twapHistory').reverse();
const liveOf = (user: TestUser) => user.info<{ twapStates: [number, State][] }>('webData2').twapStates;
const markOf = () => Number(new TestUser(venue, 0).info<Record<string, string>>('allMids')['ETH']);

/** Places a TWAP order of five minutes on ETH, bought unless said otherwise. */
async function place(user: TestUser, fields: object = {}, details?: object): Promise<Record<string, unknown>> {
  const twap = { a: ETH, b: true, s: '1.1', r: false, m: 5, t: false, ...fields };
  const answer = await user.act({ type: 'twapOrder', twap, ...(details && { details }) });
  if (answer.status === 'err') throw new Error(answer.response);
  expect(answer.response.type).toBe('twapOrder');
  return 'data' in answer.response && 'status' in answer.response.data
    ? (answer.response.data.status as Record<string, unknown>)
    : {};
}

const idOf = (status: Record<string, unknown>) => (status['running'] as { twapId: number }).twapId;
const cancel = async (user: TestUser, twapId: number) => {
  const answer = await user.act({ type: 'twapCancel', a: ETH, t: twapId });
  return answer.status === 'ok' && 'data' in answer.response ? answer.response.data : answer;
};

describe('a TWAP order', () => {
  test('is executed in equal parts each half minute, from its start to its end, and then is finished', async () => {
    const user = new TestUser(venue, 10_000);
    const startMs = venue.clock.nowMs();
    const twapId = idOf(await place(user));
    expect(sizeOf(fillsOf(user))).toBe(1_000n);
    wait(venue, 29);
    expect(sizeOf(fillsOf(user))).toBe(1_000n);
    wait(venue, 1);
    expect(sizeOf(fillsOf(user))).toBe(2_000n);
    expect(liveOf(user)).toMatchObject([[twapId, { sz: '1.1', executedSz: '0.2', timestamp: startMs }]]);
    wait(venue, 4 * MINUTE_SECONDS + 29);
    expect(sizeOf(fillsOf(user))).toBe(10_000n);
    wait(venue, 1);
    expect(sizeOf(fillsOf(user))).toBe(11_000n);
    expect(
      historyOf(user).map(({ status, state, ...entry }) => [entry.twapId, status.status, state.executedSz]),
    ).toEqual([
      [twapId, 'activated', '0.0'],
      [twapId, 'finished', '1.1'],
    ]);
    expect(liveOf(user)).toEqual([]);
    const times = new Set(fillsOf(user).map(({ fill }) => Math.floor((fill.time - startMs) / 1_000)));
    expect([...times].sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, index) => 30 * index));
  });

  test('shows its parts among the fills, with its id and in no transaction, and what they came to', async () => {
    const user = new TestUser(venue, 10_000);
    const twapId = idOf(await place(user));
    wait(venue, 5 * MINUTE_SECONDS);
    const slices = fillsOf(user);
    for (const slice of slices)
      expect(slice).toMatchObject({ twapId, fill: { hash: NO_HASH, twapId, dir: 'Open Long' } });
    expect(user.info('userFills')).toEqual(slices.map(({ fill }) => fill));
    expect(user.info('userTwapSliceFillsByTime', { startTime: 0 })).toHaveLength(slices.length);
    const spent = slices.reduce((sum, { fill }) => sum + Number(fill.sz) * Number(fill.px), 0);
    const { state, time } = historyOf(user)[1]!;
    expect(Number(state.executedNtl)).toBeCloseTo(spent, 4);
    expect(time).toBe(Math.floor(venue.clock.nowMs() / 1_000));
    expect(user.info('clearinghouseState')).toMatchObject({ assetPositions: [{ position: { szi: '1.1' } }] });
  });

  test('ends where it is canceled, by its own user, once', async () => {
    const [user, other] = [new TestUser(venue, 10_000), new TestUser(venue, 10_000)];
    const twapId = idOf(await place(user));
    wait(venue, MINUTE_SECONDS);
    const unknown = { status: { error: 'TWAP was never placed, already canceled, or filled.' } };
    expect(await cancel(other, twapId)).toEqual(unknown);
    expect(await cancel(user, twapId)).toEqual({ status: 'success' });
    expect(await cancel(user, twapId)).toEqual(unknown);
    wait(venue, 5 * MINUTE_SECONDS);
    expect(sizeOf(fillsOf(user))).toBe(3_000n);
    expect(historyOf(user).at(-1)).toMatchObject({ status: { status: 'terminated' }, state: { executedSz: '0.3' } });
  });

  test('goes on after the venue was killed, and catches up by at most three parts at once', async () => {
    const again = await openTestVenue();
    const user = new TestUser(again, 10_000);
    await place(user);
    again.clock.advance(150_000);
    const reopened = await again.again();
    reopened.exchange.passTime();
    wait(reopened, 1);
    const executed = () => sizeOf(answered(reopened, user));
    expect(executed()).toBe(4_000n);
    wait(reopened, 29);
    expect(executed()).toBe(7_000n);
    for (const each of [again, reopened]) each.journal.close();
    rmSync(again.directory, { recursive: true });
  });

  test('waits for its trigger, and ends at its stop price', async () => {
    const user = new TestUser(venue, 10_000);
    const mark = markOf();
    const price = (share: number) => String(Math.round(mark * share));
    const waiting = idOf(await place(user, {}, { t: { p: price(2), a: true }, s: null }));
    wait(venue, MINUTE_SECONDS);
    expect(fillsOf(user)).toEqual([]);
    expect(historyOf(user)).toMatchObject([{ twapId: waiting, status: { status: 'waitingForTrigger' } }]);
    await place(user, {}, { t: { p: price(0.5), a: true }, s: price(0.6) });
    wait(venue, MINUTE_SECONDS);
    expect(historyOf(user).map(({ status }) => status.status)).toEqual(['waitingForTrigger', 'activated', 'stopped']);
    expect(sizeOf(fillsOf(user))).toBe(1_000n);
    expect(await cancel(user, waiting)).toEqual({ status: 'success' });
  });

  test('sends parts of differing sizes at differing times where it is randomised, and all of it by its end', async () => {
    const user = new TestUser(venue, 10_000);
    const startMs = venue.clock.nowMs();
    await place(user, { t: true });
    wait(venue, 5 * MINUTE_SECONDS);
    const sizes = Map.groupBy(fillsOf(user), ({ fill }) => fill.time);
    expect(sizes.size).toBe(11);
    expect(new Set([...sizes.values()].map(sizeOf)).size).toBeGreaterThan(5);
    expect(new Set([...sizes.keys()].map((time) => Math.floor((time - startMs) / 1_000) % 30)).size).toBeGreaterThan(2);
    expect(sizeOf(fillsOf(user))).toBe(11_000n);
  });

  test('ends in an error when its next part can not be carried', async () => {
    const user = new TestUser(venue, 30);
    await place(user);
    wait(venue, 5 * MINUTE_SECONDS);
    expect(historyOf(user).at(-1)).toMatchObject({
      status: { status: 'error', description: 'Insufficient margin to place order.' },
    });
  });

  test('that only reduces ends with the position, and is refused without one', async () => {
    const user = new TestUser(venue, 10_000);
    const error = 'Reduce-only TWAP order would increase position.';
    expect(await place(user, { r: true, b: false })).toEqual({ error });
    await user.order({ size: 0.25, price: 5_000, tif: 'Ioc' });
    await place(user, { r: true, b: false });
    wait(venue, 5 * MINUTE_SECONDS);
    expect(sizeOf(fillsOf(user))).toBe(2_500n);
    expect(historyOf(user).at(-1)).toMatchObject({ status: { status: 'error', description: error } });
    expect(user.info('clearinghouseState')).toMatchObject({ assetPositions: [] });
  });

  test.each([
    [{ m: 1 }, 'Invalid TWAP duration: 1 min(s)'],
    [{ m: 10_081 }, 'Invalid TWAP duration: 10081 min(s)'],
    [{ s: '0.01' }, 'TWAP order value too small. Min is $100.'],
    [{ s: '0' }, 'Order has zero size.'],
    [{ s: '0.00001' }, 'Order has invalid size.'],
  ])('of %j is refused', async (fields, error) => {
    const user = new TestUser(venue, 10_000);
    expect(await place(user, fields)).toEqual({ error });
    expect(historyOf(user)).toEqual([]);
  });

  test('is one of twenty at most', async () => {
    const user = new TestUser(venue, 100_000);
    for (let index = 0; index < 20; index += 1) idOf(await place(user));
    expect(await place(user)).toEqual({ error: 'Exceeded max number of active TWAP orders.' });
  });
});

function answered(reopened: TestVenue, { address }: TestUser): SliceFill[] {
  return answerInfo({ type: 'userTwapSliceFills', user: address }, reopened) as SliceFill[];
}
