import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { SlotHold } from './slot-hold.js';
import { type SlotLimits, SlotTable } from './slots.js';

const GIBIBYTE = 2 ** 30;
const LIMITS: SlotLimits = { workers: 2, paused: 2, pausedBytes: 4 * GIBIBYTE, sliceMs: 5_000 };

/** Slots and a clock; a hold is made of an account as its run begins. */
function office(limits = LIMITS) {
  const clock = new ManualClock(0);
  const holds: SlotHold[] = [];
  const table = () => new SlotTable(holds, limits, clock.nowMs());
  return {
    clock,
    holds,
    table,
    begin: (accountId: string, gibibytes = 0, isPausable = true) => {
      table().makeRoom();
      const hold = new SlotHold(accountId, clock, isPausable);
      hold.keepMemory(gibibytes * GIBIBYTE);
      holds.push(hold);
      return hold;
    },
  };
}

const shown = (holds: readonly SlotHold[]) =>
  holds.map(({ accountId, isPaused }) => `${accountId} ${isPaused ? 'paused' : 'runs'}`);

test('free slots are anybody’s, and taken ones are a newcomer’s once a run has had its slice', () => {
  const { clock, holds, table, begin } = office();
  begin('a');
  expect(table().claimants()).toBe('anybody');
  begin('a');
  clock.advance(4_999);
  expect(table().claimants()).toBeUndefined();
  clock.advance(1);
  expect(table().claimants()).toBe('newcomers');
  begin('b');
  expect(shown(holds)).toEqual(['a paused', 'a runs', 'b runs']);
});

test('an account that runs several gives way before others that run longer', () => {
  const { clock, holds, begin } = office({ ...LIMITS, workers: 3 });
  begin('a');
  clock.advance(1_000);
  begin('b');
  begin('b');
  clock.advance(5_000);
  begin('c');
  expect(shown(holds)).toEqual(['a runs', 'b paused', 'b runs', 'c runs']);
});

test('no more runs are paused than may be: the next newcomer waits', () => {
  const { clock, holds, table, begin } = office();
  for (const account of ['a', 'b', 'c', 'd']) {
    clock.advance(5_000);
    begin(account);
  }
  clock.advance(5_000);
  expect(shown(holds)).toEqual(['a paused', 'b paused', 'c runs', 'd runs']);
  expect(table().claimants()).toBeUndefined();
});

test('the paused run goes on that has held a slot for the shortest time, and none that held one for longer than who runs', () => {
  const { clock, holds, table, begin } = office({ ...LIMITS, workers: 1 });
  begin('a');
  clock.advance(9_000);
  begin('b');
  clock.advance(5_000);
  begin('c');
  clock.advance(5_000);
  // c has had 5 s as b has, and a 9 s: nobody is behind.
  expect(table().resumeNext()).toBe(false);
  clock.advance(1_000);
  expect(table().resumeNext()).toBe(true);
  expect(shown(holds)).toEqual(['a paused', 'b runs', 'c paused']);
});

test('a run that has waited for half a minute goes on, however long it ran before', () => {
  const { clock, holds, table, begin } = office({ ...LIMITS, workers: 1 });
  begin('a');
  clock.advance(60_000);
  begin('b');
  clock.advance(29_999);
  expect(table().resumeOverdue()).toBe(false);
  clock.advance(1);
  expect(table().resumeOverdue()).toBe(true);
  expect(shown(holds)).toEqual(['a runs', 'b paused']);
});

test('an account’s paused run takes no slot of another account while it runs another itself', () => {
  const { clock, holds, table, begin } = office();
  begin('a');
  begin('a');
  clock.advance(5_000);
  begin('b');
  clock.advance(31_000);
  expect(table().resumeOverdue()).toBe(true);
  expect(shown(holds)).toEqual(['a runs', 'a paused', 'b runs']);
});

test('a free slot goes to the paused', () => {
  const { clock, holds, table, begin } = office({ ...LIMITS, workers: 1 });
  begin('a');
  clock.advance(5_000);
  begin('b');
  holds.pop();
  expect(table().resumeNext()).toBe(true);
  expect(shown(holds)).toEqual(['a runs']);
  expect(table().resumeNext()).toBe(false);
});

test('where none may be paused a slot is kept to the end', () => {
  const { clock, table, begin } = office({ ...LIMITS, workers: 1, paused: 0 });
  begin('a');
  clock.advance(3_600_000);
  expect(table().claimants()).toBeUndefined();
});

test('what paused runs hold together is bounded: one without room for its memory keeps its slot, and the next smaller one gives way', () => {
  const { clock, holds, table, begin } = office({ ...LIMITS, workers: 1 });
  begin('a', 3);
  clock.advance(5_000);
  begin('b', 2);
  clock.advance(5_000);
  // 3 and 2 are more than 4.
  expect(table().claimants()).toBeUndefined();
  holds[1]?.keepMemory(GIBIBYTE);
  expect(table().claimants()).toBe('newcomers');
  begin('c', 4);
  expect(shown(holds)).toEqual(['a paused', 'b paused', 'c runs']);
  clock.advance(31_000);
  // Whichever goes on, what is left of the paused and the 4 of c are more than 4.
  expect([table().resumeOverdue(), table().resumeNext()]).toEqual([false, false]);
  holds[2]?.keepMemory(GIBIBYTE);
  expect(table().resumeOverdue()).toBe(true);
  expect(shown(holds)).toEqual(['a runs', 'b paused', 'c paused']);
});

test('a run that can’t stand still keeps its slot to the end', () => {
  const { clock, holds, table, begin } = office({ ...LIMITS, workers: 1 });
  begin('a', 0, false);
  clock.advance(3_600_000);
  expect(table().claimants()).toBeUndefined();
  expect(shown(holds)).toEqual(['a runs']);
});
