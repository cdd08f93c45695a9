import { expect, test } from '@jest/globals';
import { usdcOn } from '../chains/token.js';
import { TAKEN_BACK } from '../deposits/booking.js';
import { atVenue, external, inTransit, inWallet, type Location } from '../ledger/locations.js';
import type { OperationReference } from '../operation-reference.js';
import { type LineFacts, lineOf } from './lines.js';

const token = usdcOn('arbitrum');
const wallet = inWallet('wal_1', token);
const venue = atVenue('wal_1', 'hyperliquid', token);
const setup = { kind: 'setup', id: 'set_1', venue: 'hyperliquid' } as const;
const onTheWay = inTransit('set_1', token);
const outside = external(token);

const line = (operation: OperationReference, step: string, ...moved: readonly (readonly [Location, bigint])[]) =>
  lineOf({ operation, step, postings: moved.map(([location, amountMicroUsdc]) => ({ location, amountMicroUsdc })) });

const cases: readonly [string, LineFacts, Partial<LineFacts>][] = [
  [
    'a deposit',
    line({ kind: 'deposit', id: 'dep_1' }, 'confirm', [outside, -120n], [wallet, 120n]),
    { kind: 'deposit', description: 'Deposit on Arbitrum One', amountMicroUsdc: 120n, heldChangeMicroUsdc: 120n },
  ],
  [
    'what a setup sends',
    line(setup, 'transfer', [wallet, -60n], [onTheWay, 60n]),
    {
      ...{ kind: 'venue_payment', description: 'Sent to Hyperliquid on Arbitrum One', venue: 'hyperliquid' },
      ...{ amountMicroUsdc: 60n, heldChangeMicroUsdc: -60n },
    },
  ],
  [
    'a credit less a fee',
    line(setup, 'credit', [onTheWay, -60n], [venue, 59n], [outside, 1n]),
    { kind: 'venue_credit', amountMicroUsdc: 59n, feeMicroUsdc: 1n, venueChangeMicroUsdc: 59n },
  ],
  [
    'a credit of more than was sent',
    line(setup, 'credit', [onTheWay, -60n], [venue, 61n], [outside, -1n]),
    { kind: 'venue_credit', amountMicroUsdc: 61n, feeMicroUsdc: -1n, venueChangeMicroUsdc: 61n },
  ],
  [
    'what is given up',
    line(setup, 'write_off', [onTheWay, -60n], [outside, 60n]),
    {
      ...{ kind: 'written_off', amountMicroUsdc: 60n },
      description: 'Written off: sent to Hyperliquid, which shows no credit',
    },
  ],
  [
    'what left a venue and is given up',
    line({ kind: 'withdrawal', id: 'wd_1' }, 'write_off', [onTheWay, -40n], [outside, 40n]),
    {
      ...{ kind: 'written_off', amountMicroUsdc: 40n, heldChangeMicroUsdc: 0n },
      description: 'Written off: withdrawn from a venue and never received',
    },
  ],
  [
    'a deposit that an operator has made a payout',
    line({ kind: 'deposit', id: 'dep_1' }, TAKEN_BACK, [outside, 35n], [wallet, -35n]),
    { kind: 'correction', amountMicroUsdc: 35n, feeMicroUsdc: 0n, heldChangeMicroUsdc: -35n },
  ],
  [
    'a withdrawal',
    line({ kind: 'withdrawal', id: 'wd_1' }, 'transfer', [wallet, -40n], [outside, 40n]),
    { kind: 'withdrawal', amountMicroUsdc: 40n, heldChangeMicroUsdc: -40n },
  ],
  [
    'what a venue pays out less its fee',
    line({ kind: 'withdrawal', id: 'wd_1' }, 'payout', [venue, -100n], [wallet, 99n], [outside, 1n]),
    {
      ...{ kind: 'venue_withdrawal', description: 'Withdrawn from Hyperliquid', venue: 'hyperliquid' },
      ...{ amountMicroUsdc: 99n, feeMicroUsdc: 1n, heldChangeMicroUsdc: 99n, venueChangeMicroUsdc: -100n },
    },
  ],
  [
    'the second leg of a withdrawal',
    line({ kind: 'withdrawal', id: 'wd_1' }, 'onward', [inTransit('wd_1', token), -99n], [outside, 99n]),
    { kind: 'withdrawal', amountMicroUsdc: 99n },
  ],
  [
    'what arrives in a wallet from on its way',
    line({ kind: 'withdrawal', id: 'wd_1' }, 'arrive', [inTransit('wd_1', token), -99n], [wallet, 99n]),
    { kind: 'payout', amountMicroUsdc: 99n, heldChangeMicroUsdc: 99n },
  ],
  [
    'a correction to less',
    line({ kind: 'adjustment', id: 'adj_1' }, 'adjust', [outside, 5n], [wallet, -5n]),
    { kind: 'correction', amountMicroUsdc: 5n, heldChangeMicroUsdc: -5n },
  ],
];

test.each(cases)('%s is one line with its amount, its fee and what it changed', (_name, shown, wanted) => {
  const nothing = { feeMicroUsdc: 0n, heldChangeMicroUsdc: 0n, venueChangeMicroUsdc: 0n };
  expect(shown).toMatchObject({ ...nothing, network: 'arbitrum', ...wanted });
});

test('a withdrawal names where it went', () => {
  const postings = [
    { location: wallet, amountMicroUsdc: -40n },
    { location: outside, amountMicroUsdc: 40n },
  ];
  const { description } = lineOf({ operation: { kind: 'withdrawal', id: 'wd_1' }, step: 'transfer', postings }, '0x12');
  expect(description).toBe('Withdrawal on Arbitrum One to 0x12');
});
