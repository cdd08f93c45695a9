import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Follower, type Source } from './follower.js';

type Sink = Parameters<Source['subscribe']>[1];

/** The subscriptions that were made, each with where it begins, and whether it was left. */
interface Made {
  readonly after: unknown;
  readonly sink: Sink;
  isLeft: boolean;
}

let made: Made[];
let told: (string | undefined)[];
let follower: Follower;

beforeEach(() => {
  jest.useFakeTimers();
  made = [];
  told = [];
  const source: Source = {
    subscribe({ variables }, sink) {
      const one: Made = { after: variables['after'], sink, isLeft: false };
      made.push(one);
      return () => {
        one.isLeft = true;
      };
    },
  };
  follower = new Follower(() => source, 'backtests');
});

afterEach(() => {
  jest.useRealTimers();
});

function tell(kind: string, sequence: string, id: string | null = null): void {
  made.at(-1)?.sink.next({ data: { backtests: { kind, sequence, id } } });
}

test('what changed is told by its id, and a keep-alive is nothing', () => {
  follower.listen((id) => told.push(id));
  tell('current', '1');
  tell('changed', '2', 'bt_1');
  tell('keep_alive', '3');
  tell('removed', '4', 'bt_2');
  expect(told).toEqual([undefined, 'bt_1', 'bt_2']);
});

test('after a lost connection it goes on from where it was, keep-alives included', () => {
  follower.listen((id) => told.push(id));
  tell('changed', '2', 'bt_1');
  tell('keep_alive', '3');
  made.at(-1)?.sink.error(new Error('lost'));
  expect(made).toHaveLength(1);
  jest.advanceTimersByTime(5_000);
  expect(made.map(({ after }) => after)).toEqual([null, '3']);
  // Meanwhile nobody knew: the page reads again.
  expect(told).toEqual(['bt_1', undefined]);
});

test('a gap means that anything may have changed', () => {
  follower.listen((id) => told.push(id));
  tell('gap', '9', 'bt_1');
  expect(told).toEqual([undefined]);
});

test('a silence is a lost connection', () => {
  follower.listen((id) => told.push(id));
  tell('keep_alive', '1');
  jest.advanceTimersByTime(29_000);
  tell('keep_alive', '2');
  jest.advanceTimersByTime(29_000);
  expect(made[0]?.isLeft).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(made[0]?.isLeft).toBe(true);
  jest.advanceTimersByTime(5_000);
  expect(made[1]?.after).toBe('2');
});

test('a refusal is tried again, and the page asks meanwhile', () => {
  follower.listen((id) => told.push(id));
  for (let round = 0; round < 3; round += 1) {
    made.at(-1)?.sink.next({ data: null });
    jest.advanceTimersByTime(5_000);
  }
  expect(made).toHaveLength(4);
  expect(told).toEqual([undefined, undefined, undefined]);
});

test('many listeners share a subscription, which ends with the last one', () => {
  const leave = [follower.listen(() => {}), follower.listen(() => {})];
  expect(made).toHaveLength(1);
  leave[0]?.();
  expect(made[0]?.isLeft).toBe(false);
  leave[1]?.();
  expect(made[0]?.isLeft).toBe(true);
  jest.advanceTimersByTime(60_000);
  expect(made).toHaveLength(1);
});

test('another reader begins with what is now', () => {
  follower.listen((id) => told.push(id));
  tell('changed', '2', 'bt_1');
  follower.restart();
  expect(made.map(({ after, isLeft }) => [after, isLeft])).toEqual([
    [null, true],
    [null, false],
  ]);
});
