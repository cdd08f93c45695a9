import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { NonceSource, SigningFamily } from './signing.js';

/** What a venue is to the wallet. Whatever reads it throws `wallet_upstream_unavailable` when the venue can't be read. */
export interface WalletVenue {
  /** What the account of an address has there, with what its positions have won or lost; zero where there is no account. */
  equity(address: Address): Promise<MicroUsdc>;
  /** What the account of an address holds there, on the venue's own exchange; none where there is no account. */
  positions(address: Address): Promise<readonly Position[]>;
  /** The orders of the account of an address that rest there or wait for their trigger; none where there is no account. */
  openOrders(address: Address): Promise<readonly OpenOrder[]>;
  /** Whether the account of an address has money there now. */
  isFunded(address: Address): Promise<boolean>;
  /** How money gets there. */
  readonly payment: VenuePayment;
  /** What follows the payment, in the order of `venueSteps`. */
  readonly setup: Readonly<Record<VenueStep, SetupStep>>;
  /** What wallets sign for it. */
  readonly signing: VenueSigning;
  /** Rejects unless the venue answers now; costs nothing of what it allows. */
  checkReachable(): Promise<void>;
  /** Disconnects. */
  close(): Promise<void>;
}

/** A position as its venue shows it. Prices and sizes are the venue's decimal texts; amounts are USD, cut off at six decimals. */
export interface Position {
  /** Canonical. */
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** Units of the base, without a sign. */
  readonly size: string;
  /** At the mark price. */
  readonly sizeUsd: string;
  readonly entryPrice: string | undefined;
  readonly unrealizedPnlUsd: string;
  readonly marginUsedUsd: string;
  /** Undefined: at no price. */
  readonly liquidationPrice: string | undefined;
  readonly marginMode: 'cross' | 'isolated';
  readonly leverage: number;
}

/** An order that rests or waits for its trigger, as its venue shows it. Prices and sizes are the venue's decimal texts. */
export interface OpenOrder {
  /** The venue's. */
  readonly id: string;
  readonly clientOrderId: string | undefined;
  /** Canonical; the venue's own name of a market that has none. */
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** In the venue's words. */
  readonly type: string;
  readonly limitPrice: string;
  /** Undefined: it waits for none. */
  readonly triggerPrice: string | undefined;
  /** What is not filled yet, in units of the base. */
  readonly size: string;
  readonly originalSize: string;
  readonly reduceOnly: boolean;
  readonly createdAtMs: number;
}

/** How a venue is paid: native USDC, from the wallet whose account is to have it, to one address. */
export interface VenuePayment {
  /** The one network that money leaves wallets on. */
  readonly network: 'arbitrum';
  readonly address: Address;
}

/** The steps of a setup that are the venue's: the paid amount is credited, the account is ready. */
export type VenueStep = 'credit' | 'register';

/** One step of a setup at a venue. */
export interface SetupStep {
  /** Brings the step about; called again until it is proved, so harmless to repeat. */
  do(facts: SetupFacts): Promise<void>;
  /** Looks at the venue whether it has come about; `undefined` while nothing shows it. */
  prove(facts: SetupFacts): Promise<StepProof | undefined>;
}

/** The setup that a step belongs to. */
export interface SetupFacts {
  /** The wallet's, which is its account there. */
  readonly address: Address;
  readonly amountMicroUsdc: MicroUsdc;
  readonly acceptedAt: Date;
  /** The first of some entries of the venue's ledger that has proved no other setup of the wallet. */
  firstUnclaimed(entries: readonly string[]): Promise<string | undefined>;
}

/** What proves a step. */
export interface StepProof {
  /** The entry of the venue's ledger that shows it, where one does: it proves no other setup. */
  readonly entry?: string;
}

/** The families of what wallets sign for a venue. */
export interface VenueSigning {
  /** An action that only trades. */
  readonly action: SigningFamily<ActionRequest, object, SignedAction>;
  /** That an agent's key may trade for the wallet; it can't withdraw. */
  readonly agent: SigningFamily<AgentRequest, object, string>;
  /** That the platform may take its fee of the wallet's orders; undefined where it takes none. */
  readonly fee: SigningFamily<undefined, object, FeeApproval> | undefined;
}

/** An action as a service asks for it. */
export interface ActionRequest {
  /** JSON text, its fields in the venue's order. */
  readonly actionJson: string;
  /** Milliseconds since the Unix epoch after which the venue refuses it; undefined for never. */
  readonly expiresAfterMs: number | undefined;
}

/** A signed action: what the caller needs beside the action to send it, and to look it up. */
export interface SignedAction {
  /** Milliseconds; drawn for the key that signs. */
  readonly nonce: number;
  /** By which the venue names it. */
  readonly actionHash: string;
  /** As the venue's requests carry it, as JSON text. */
  readonly signatureJson: string;
}

/** An agent to be approved. */
export interface AgentRequest {
  readonly agentAddress: Address;
  /** One agent a name: approving another under it ends the former. */
  readonly agentName: string;
}

/** That the platform's builder may take its fee. */
export interface FeeApproval {
  readonly builderAddress: Address;
  readonly maximumFeeTenthsOfBasisPoint: number;
  /** To be sent to the venue, as JSON text. */
  readonly approvalJson: string;
}

/** What a venue is opened with. */
export interface VenueParts {
  /** The nonces of the keys that sign for a venue. */
  noncesOf(venue: string): NonceSource;
  /** The machine's, since requests to a venue wait in real time. */
  readonly requestClock: Clock;
}
