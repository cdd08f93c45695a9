import { decisionFields, type FlowFields, flowFields, type OperatorDecision } from '@platform/flows';
import type { MicroUsdc } from '@platform/kit/money';
import type { Asset, Network } from '@platform/kit/networks';
import type { VenueOffering } from '@platform/venues/registry';
import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';
import { atVenue, external, inTransit } from '../ledger/locations.js';
import type { OperationReference } from '../operation-reference.js';
import type { OutgoingTransfer } from '../transfers/accepted-transfer.js';
import { type SetupStatus, type SetupStep, setupStatuses, setupSteps } from './states.js';

/** Why a setup ended without its goal, or waits for an operator. */
export const setupErrors = {
  transfer_not_made: 'The transfer to the venue was not made; the amount is available again.',
  transfer_unproven: 'The outcome of the transfer to the venue is not known; the amount stays reserved.',
  credit_unproven: 'The venue has not shown the credit; the amount stays reserved.',
  credit_differs: 'The venue has credited another amount than was sent, less its fee; an operator looks at it.',
  credit_written_off: 'The venue did not credit the amount, and an operator has closed the operation.',
  account_unproven: 'The venue has credited the amount but has not shown the account.',
} as const;
export type SetupErrorCode = keyof typeof setupErrors;

/** The allocation of held funds to a venue, as stored. */
export interface SetupRecord extends FlowFields {
  /** `set_…`; the transfer's identity on the chain is derived from it. */
  readonly _id: string;
  readonly accountId: string;
  /** The wallet that pays, and that owns the account at the venue. */
  readonly walletId: string;
  readonly venue: VenueOffering<'setup'>;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** The live deployment whose capital it is, until that is deleted; absent for none. */
  readonly deploymentId?: string;
  /** Where the money leaves the wallet, as what. */
  readonly network: Network;
  readonly asset: Asset;
  /** Where it goes: the venue's address for payments of this wallet, checksummed. */
  readonly paymentAddress: Address;
  readonly amountMicroUsdc: MicroUsdc;
  readonly status: SetupStatus;
  readonly step: SetupStep;
  /** When the transfer becomes void unless a block has it. */
  readonly validBefore: Date;
  /** The seal of the accepted transfer (`TransferSeals`): without it nothing is signed. */
  readonly seal?: string;
  /** When the setup becomes overdue unless the step is proved. */
  readonly deadlineAt: Date;
  /** The entry of the venue's ledger that is this setup's credit: no other setup of the wallet can claim the same entry. */
  readonly credit?: string;
  /** What that entry credits. */
  readonly creditedMicroUsdc?: MicroUsdc;
  readonly error?: SetupErrorCode;
  /** Set while another setup of the venue must wait. */
  readonly isOpen?: true;
  readonly updatedAt: Date;
  /** Decisions of operators, oldest first. */
  readonly decisions?: readonly OperatorDecision[];
}

/** Returns the operation of a setup, under which its money moves. */
export function operationOf({ _id: id, venue }: Pick<SetupRecord, '_id' | 'venue'>): OperationReference {
  return { kind: 'setup', id, venue };
}

/** Returns the transfer from the wallet to its venue's payment address. */
export function transferOf(setup: SetupRecord): OutgoingTransfer {
  const { accountId, walletId, network, asset, paymentAddress: to, amountMicroUsdc, validBefore, seal } = setup;
  const leg = { operation: operationOf(setup), leg: 'transfer' };
  const token = { network, asset };
  return { ...leg, accountId, walletId, token, source: network, to, amountMicroUsdc, validBefore, seal };
}

const setupSchema = new Schema<SetupRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    venue: { type: String, required: true },
    key: { type: String, required: true },
    deploymentId: { type: String },
    network: { type: String, required: true },
    asset: { type: String, required: true },
    paymentAddress: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    status: { type: String, required: true, enum: setupStatuses satisfies readonly SetupStatus[] },
    step: { type: String, required: true, enum: setupSteps satisfies readonly SetupStep[] },
    validBefore: { type: Date, required: true },
    seal: { type: String },
    deadlineAt: { type: Date, required: true },
    credit: { type: String },
    creditedMicroUsdc: { type: BigInt },
    error: { type: String, enum: Object.keys(setupErrors) },
    isOpen: { type: Boolean },
    updatedAt: { type: Date, required: true },
    ...decisionFields,
    ...flowFields,
  },
  { collection: 'setups', versionKey: false },
);
setupSchema.index({ accountId: 1, key: 1 }, { unique: true });
setupSchema.index({ walletId: 1, venue: 1 }, { unique: true, partialFilterExpression: { isOpen: true } });
setupSchema.index({ walletId: 1, venue: 1, createdAt: -1 });
setupSchema.index(
  { walletId: 1, venue: 1, credit: 1 },
  { unique: true, partialFilterExpression: { credit: { $exists: true } } },
);
setupSchema.index({ walletId: 1, deploymentId: 1 }, { partialFilterExpression: { deploymentId: { $exists: true } } });
setupSchema.index({ network: 1, status: 1, step: 1, dueAt: 1 });
setupSchema.index({ status: 1, step: 1 });

/** Returns the model of a database's setups. */
export function setupModel(connection: Connection) {
  return connection.model('Setup', setupSchema);
}

/**
 * Returns the movement of a credit, whose difference to what was sent is outside of the platform: a fee, or more than was sent where an
 * operator has accepted that.
 */
export function creditOf(setup: SetupRecord, creditedMicroUsdc: MicroUsdc) {
  const { _id, accountId, walletId, venue, amountMicroUsdc } = setup;
  const { token } = transferOf(setup);
  const fee = { location: external(token), amountMicroUsdc: amountMicroUsdc - creditedMicroUsdc };
  const postings = [
    { location: inTransit(_id, token), amountMicroUsdc: -amountMicroUsdc },
    { location: atVenue(walletId, venue, token), amountMicroUsdc: creditedMicroUsdc },
    ...(fee.amountMicroUsdc === 0n ? [] : [fee]),
  ];
  return { accountId, walletId, operation: operationOf(setup), step: 'credit', postings };
}
