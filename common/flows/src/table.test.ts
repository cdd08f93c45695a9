import { expect, test } from '@jest/globals';
import { defineTransitions } from './table.js';

const transitions = defineTransitions<'written' | 'posted' | 'read' | 'lost', 'post' | 'open' | 'lose', 'take_stamp'>(
  'a letter',
  ['written', 'posted', 'read', 'lost'],
  {
    written: { post: { to: 'posted', effects: ['take_stamp'] } },
    posted: { open: { to: 'read', effects: [] }, lose: { to: 'lost', effects: [] } },
    read: {},
    lost: {},
  },
);

test('an event leads where the table says, with its effects', () => {
  expect(transitions.of('written', 'post')).toEqual({ to: 'posted', effects: ['take_stamp'] });
  expect(transitions.allows('posted', 'lose')).toBe(true);
});

test('an event that can not happen is an error, never nothing', () => {
  expect(transitions.allows('written', 'open')).toBe(false);
  expect(() => transitions.of('written', 'open')).toThrow('a letter can not be open when written');
});

test('what can follow a state is known, and where nothing does', () => {
  expect(transitions.reachableFrom('posted')).toEqual(new Set(['posted', 'read', 'lost']));
  expect(transitions.states.filter((state) => transitions.isEnd(state))).toEqual(['read', 'lost']);
});
