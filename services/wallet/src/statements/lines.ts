// Why: docs/decisions/wallet/statements.md
import type { MicroUsdc } from '@platform/kit/money';
import { type Network, networks } from '@platform/kit/networks';
import { type VenueId, venueRow } from '@platform/venues/registry';
import { TAKEN_BACK } from '../deposits/booking.js';
import { type PlaceKind, placeOf } from '../ledger/locations.js';
import type { MovementRecord } from '../ledger/model.js';

/** The kinds of lines, in the words of customers. */
export const lineKinds = [
  'deposit',
  'withdrawal',
  'venue_payment',
  'venue_credit',
  'venue_withdrawal',
  'payout',
  'written_off',
  'correction',
  'transfer',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** A movement as its owner understands it. Amounts are of the owner's money: what lies in wallets, and what was paid to venues. */
export interface LineFacts {
  readonly kind: LineKind;
  readonly description: string;
  /** What moved, without its fee. */
  readonly amountMicroUsdc: MicroUsdc;
  /** What it cost; negative where a venue credited more than was sent. */
  readonly feeMicroUsdc: MicroUsdc;
  /** Change of what wallets hold. All lines of an account add up to what its wallets hold. */
  readonly heldChangeMicroUsdc: MicroUsdc;
  /** Change of what was paid to the venue and not paid back. */
  readonly venueChangeMicroUsdc: MicroUsdc;
  readonly network: Network | undefined;
  readonly venue: VenueId | undefined;
}

/** Sums of a movement's postings. */
type Sums = Readonly<Record<PlaceKind, MicroUsdc>>;

/** What makes a movement a line of a kind; the first that applies decides. */
const rules: readonly (readonly [LineKind, (sums: Sums) => boolean])[] = [
  ['venue_withdrawal', ({ venue }) => venue < 0n],
  ['venue_credit', ({ venue }) => venue > 0n],
  ['venue_payment', ({ wallet, in_transit: transit }) => wallet < 0n && transit > 0n],
  ['payout', ({ wallet, in_transit: transit }) => wallet > 0n && transit < 0n],
  ['deposit', ({ wallet, external }) => wallet > 0n && external < 0n],
  ['withdrawal', ({ wallet, external }) => wallet < 0n && external > 0n],
];

/** The kinds whose counterpart is outside, so that what goes there is no fee. */
const OUTWARD: readonly LineKind[] = ['deposit', 'withdrawal', 'written_off', 'correction'];

/** Returns the line of a movement; `destination` is where a withdrawal goes, if that is known. */
export function lineOf(
  { operation, step, postings }: Pick<MovementRecord, 'operation' | 'step' | 'postings'>,
  destination?: string,
): LineFacts {
  const places = postings.map((posting) => ({ ...posting, ...placeOf(posting.location) }));
  const sum = (kind: PlaceKind) =>
    places.filter((place) => place.kind === kind).reduce((total, { amountMicroUsdc }) => total + amountMicroUsdc, 0n);
  const sums: Sums = {
    ...{ wallet: sum('wallet'), venue: sum('venue') },
    ...{ in_transit: sum('in_transit'), external: sum('external') },
  };
  const kind = kindOf(operation.kind, step, sums);
  const feeMicroUsdc = OUTWARD.includes(kind) ? 0n : sums.external;
  const gained = postings.reduce((total, { amountMicroUsdc: each }) => (each > 0n ? total + each : total), 0n);
  const { network } = places.find((place) => place.network !== undefined) ?? {};
  const venue = operation.kind === 'setup' ? operation.venue : places.find((place) => place.venue !== undefined)?.venue;
  return {
    kind,
    description: describe(kind, { operation: operation.kind, network, venue, destination }),
    amountMicroUsdc: feeMicroUsdc > 0n ? gained - feeMicroUsdc : gained,
    feeMicroUsdc,
    heldChangeMicroUsdc: sums.wallet,
    venueChangeMicroUsdc: sums.venue,
    network,
    venue,
  };
}

function kindOf(operation: MovementRecord['operation']['kind'], step: string, sums: Sums): LineKind {
  if (operation === 'adjustment' || step === TAKEN_BACK) return 'correction';
  if (step === 'write_off') return 'written_off';
  // The second leg of a withdrawal from a venue leaves what is on its way.
  if (operation === 'withdrawal' && sums.in_transit < 0n && sums.external > 0n && sums.wallet === 0n)
    return 'withdrawal';
  return rules.find(([, applies]) => applies(sums))?.[0] ?? 'transfer';
}

function describe(
  kind: LineKind,
  of: {
    readonly operation: MovementRecord['operation']['kind'];
    readonly network: Network | undefined;
    readonly venue: VenueId | undefined;
    readonly destination: string | undefined;
  },
): string {
  const network = of.network === undefined ? 'its network' : networks[of.network].name;
  const venue = of.venue === undefined ? 'a venue' : venueRow(of.venue).name;
  const words: Readonly<Record<LineKind, string>> = {
    deposit: `Deposit on ${network}`,
    withdrawal: `Withdrawal on ${network}${of.destination === undefined ? '' : ` to ${of.destination}`}`,
    venue_payment: `Sent to ${venue} on ${network}`,
    venue_credit: `Credited at ${venue}`,
    venue_withdrawal: `Withdrawn from ${venue}`,
    payout: `Received from ${venue} on ${network}`,
    written_off:
      of.operation === 'withdrawal'
        ? `Written off: withdrawn from ${venue} and never received`
        : `Written off: sent to ${venue}, which shows no credit`,
    correction: `Correction by an operator on ${network}`,
    transfer: `Moved on ${network}`,
  };
  return words[kind];
}
