import { expect, test } from '@jest/globals';
import { csvOf } from './csv.js';

const LINE = {
  id: 'mov_1',
  kind: 'deposit',
  description: 'Deposit, "large"',
  operationId: 'dep_1',
  amountUsd: '120',
  feeUsd: '-0.5',
  heldChangeUsd: '120',
  venueChangeUsd: '0',
  network: 'arbitrum',
  venue: null,
  walletAddress: '0x1',
  txHash: null,
  bookedAt: '2026-01-02T03:00:00.000Z',
} as const;

test('a statement is one row per movement, and what does not apply is empty', () => {
  const [head, line, end] = csvOf([LINE]).split('\r\n');
  expect(head).toBe(
    'booked_at,kind,description,amount_usd,fee_usd,held_change_usd,venue_change_usd,network,venue,wallet_address,tx_hash,operation_id,id',
  );
  expect(line).toBe('2026-01-02T03:00:00.000Z,deposit,"Deposit, ""large""",120,-0.5,120,0,arbitrum,,0x1,,dep_1,mov_1');
  expect(end).toBe('');
});

test.each(['=1+1', '+1', '@SUM(A1)', '-1+1'])('%s is text to a spreadsheet', (description) => {
  expect(csvOf([{ ...LINE, description }])).toContain(`,'${description},`);
});
