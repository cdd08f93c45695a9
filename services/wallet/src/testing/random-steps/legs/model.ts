import { defineTransitions, type FlowFields, flowFields } from '@platform/flows';
import type { MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';
import { usdcOn } from '../../../chains/token.js';
import type { OutgoingTransfer } from '../../../transfers/accepted-transfer.js';

/** `held`: the leg under way holds its amount; `sent`: its transfer is queued; `ended`: nothing more will move. */
export type LegsState = 'held' | 'sent' | 'ended';
export type LegsEvent = 'queue' | 'book' | 'book_last' | 'release';

/** The transitions of an operation of legs. */
export const legsTransitions = defineTransitions<LegsState, LegsEvent>(
  'an operation of legs',
  ['held', 'sent', 'ended'],
  {
    held: { queue: { to: 'sent', effects: [] }, release: { to: 'ended', effects: [] } },
    sent: {
      book: { to: 'held', effects: [] },
      book_last: { to: 'ended', effects: [] },
      release: { to: 'ended', effects: [] },
    },
    ended: {},
  },
);

/** A transfer of an operation. */
export interface Leg {
  readonly network: Network;
  readonly amountMicroUsdc: MicroUsdc;
}

/** An operation as it is stored. */
export interface LegsRecord extends FlowFields {
  readonly _id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly state: LegsState;
  /** In their order; each pays an address of its own. */
  readonly legs: readonly (Leg & { readonly to: Address })[];
  /** How many of them have moved and are booked. The next one is under way, unless the operation has ended. */
  readonly booked: number;
  /** Of the leg under way. */
  readonly validBefore: Date;
  /** Of the leg under way. */
  readonly seal: string;
}

/** Returns the transfer of the leg under way. */
export function transferOf(record: Omit<LegsRecord, 'seal'> & { readonly seal?: string }): OutgoingTransfer {
  const { _id: id, accountId, walletId, legs, booked, validBefore, seal } = record;
  const leg = legs[booked];
  if (leg === undefined) throw new Error(`${id} has no leg under way`);
  const { network, amountMicroUsdc, to } = leg;
  const name = { operation: { kind: 'withdrawal', id }, leg: `leg ${booked}` } as const;
  return {
    ...name,
    accountId,
    walletId,
    token: usdcOn(network),
    source: network,
    to,
    amountMicroUsdc,
    validBefore,
    seal,
  };
}

const legSchema = new Schema<Leg & { readonly to: Address }>(
  {
    network: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    to: { type: String, required: true },
  },
  { _id: false },
);

const legsSchema = new Schema<LegsRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    state: { type: String, required: true },
    legs: { type: [legSchema], required: true },
    booked: { type: Number, required: true },
    validBefore: { type: Date, required: true },
    seal: { type: String, required: true },
    ...flowFields,
  },
  { collection: 'operations_of_legs', versionKey: false },
);

/** Returns the model of a database's operations of legs. */
export function legsModel(connection: Connection) {
  return connection.model('OperationOfLegs', legsSchema);
}
