import { expect, test } from '@jest/globals';
import { stageOf } from './stage.js';

const PENDING = {
  lookahead: {
    ...{ status: 'pending' as const, message: null, totalSignals: null },
    ...{ biasedEntrySignals: null, biasedExitSignals: null, biasedIndicators: [] },
  },
  recursive: null,
};
const at = (fraction: number) => ({ fraction, simulatedAt: '2026-03-01T00:00:00.000Z' });

test('a run says how far it has simulated, and before what it waits for', () => {
  expect(stageOf({ status: 'queued', progress: null, checks: PENDING }).fraction).toBeUndefined();
  expect(stageOf({ status: 'running', progress: null, checks: PENDING })).toEqual({
    label: 'It loads its framework and its data.',
  });
  expect(stageOf({ status: 'running', progress: at(0.4), checks: PENDING })).toEqual({
    label: 'simulated to 2026-03-01',
    fraction: 0.4,
  });
});

test('what is checked after the run is named, and nobody says how long that takes', () => {
  expect(stageOf({ status: 'running', progress: at(1), checks: PENDING })).toEqual({
    label: 'All is simulated. It is checked whether it looks ahead.',
  });
  expect(stageOf({ status: 'running', progress: at(1), checks: null })).toEqual({
    label: 'All is simulated. Its result is stored.',
    fraction: 1,
  });
});
