import { expect, test } from '@jest/globals';
import { movementsOf, waitingUsd } from './movements.js';

const setup = (status: string) => ({ operation: { id: `set_${status}`, status, step: 'credit' } });

test('what has not arrived yet, has not left yet or is between wallet and venue is under way', () => {
  const found = movementsOf({
    deposits: [{ id: 'dep_1', amountUsd: '20.00' }],
    withdrawals: ['processing', 'broadcast', 'confirmed', 'failed'].map((status) => ({
      ...{ id: status, status, amountUsd: '5.00' },
    })),
    venues: { hyperliquid: setup('processing'), polymarket: setup('completed'), lighter: { operation: null } },
  });
  expect(found.map(({ id, amountUsd }) => [id, amountUsd])).toEqual([
    ['dep_1', '20.00'],
    ['processing', '5.00'],
    ['broadcast', '5.00'],
    ['set_processing', undefined],
  ]);
  expect(found.at(-1)?.text).toBe('Setup of hyperliquid: wait for the venue');
  expect(movementsOf({ deposits: [], withdrawals: [], venues: null })).toEqual([]);
});

test('what waits to be final is added up without an error of fractions', () => {
  expect(waitingUsd(['0.10', '0.20', '100.00'].map((amountUsd) => ({ id: amountUsd, amountUsd })))).toBe(100.3);
  expect(waitingUsd([])).toBe(0);
});
