import type { MicroUsdc } from '@platform/kit/money';
import type { VenueOffering } from '@platform/venues/registry';
import { Schema } from 'mongoose';
import type { Hash } from 'viem';

/** The first leg of a withdrawal from a venue: the venue pays the wallet. */
export interface Departure {
  readonly venue: VenueOffering<'setup'>;
  /** Drawn at acceptance and sealed: the venue takes it once. */
  readonly nonce: number;
  /** What the venue's part of it is planned to say (`CarriedWithdrawals`), before anything is signed; absent where nobody carries it. */
  readonly plan?: string;
  /** The seal of what was accepted (`TransferSeals`), and of its plan: without it nothing is signed. */
  readonly seal?: string;
  /** Until when it is sent, and sent again. */
  readonly sendUntil: Date;
  /** When the venue answered that it has accepted it. */
  readonly acceptedAt?: Date;
  /** When the venue answered that it has not done it. */
  readonly refusedAt?: Date;
  /** When the nonce was known to be spent, by this or by another action. */
  readonly spentAt?: Date;
}

/** The transfer on the chain that is the payout of a withdrawal from a venue. */
export interface Payout {
  /** The record of the transfer among the deposits, where it is none. */
  readonly depositId: string;
  readonly txHash: Hash;
  /** What has arrived; absent where exactly what was waited for. */
  readonly amountMicroUsdc?: MicroUsdc;
}

/** A first leg inside a record. */
export const departureSchema = new Schema<Departure>(
  {
    venue: { type: String, required: true },
    nonce: { type: Number, required: true },
    plan: { type: String },
    seal: { type: String },
    sendUntil: { type: Date, required: true },
    acceptedAt: { type: Date },
    refusedAt: { type: Date },
    spentAt: { type: Date },
  },
  { _id: false },
);

/** A payout inside a record. */
export const payoutSchema = new Schema<Payout>(
  {
    depositId: { type: String, required: true },
    txHash: { type: String, required: true },
    amountMicroUsdc: { type: BigInt },
  },
  { _id: false },
);
