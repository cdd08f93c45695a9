import type { MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import type { Address } from 'viem';
import type { Requests } from '../http/index.js';
import type { ChainReader } from './chain.js';
import type { NonceKind, NonceSources } from './nonces.js';
import type { AccountSecrets } from './secrets.js';
import type { SigningFamily } from './signing.js';
import type { VenueWithdrawals } from './withdrawals.js';

/** The wallet's view of a venue. Every read throws `wallet_upstream_unavailable` when the venue can't be read. */
export interface WalletVenue {
  /** Returns the equity of an address's account, including unrealised results of positions; zero where there is no account. */
  equity(address: Address): Promise<MicroUsdc>;
  /**
   * Returns the amounts that an address's account shows, by the names in the registry's row (`accountFigures`); zero where there is no
   * account.
   */
  figures(address: Address): Promise<Readonly<Record<string, MicroUsdc>>>;
  /** Returns the positions of an address's account on the venue's own exchange; none where there is no account. */
  positions(address: Address): Promise<readonly Position[]>;
  /** Returns equity and positions as the venue shows them now, for decisions: the other reads may be some seconds old. */
  standing(address: Address): Promise<{ readonly equityMicroUsdc: MicroUsdc; readonly positions: readonly Position[] }>;
  /** Returns the orders of an address's account that rest there or wait for their trigger; none where there is no account. */
  openOrders(address: Address): Promise<readonly OpenOrder[]>;
  /** Returns whether the account of an address has money there now. */
  isFunded(address: Address): Promise<boolean>;
  /** How money is paid to it. */
  readonly payment: VenuePayment;
  /** The steps after the payment, in the order of `venueSteps`. */
  readonly setup: Readonly<Record<VenueStep, SetupStep>>;
  /** The wallets' signatures for it. */
  readonly signing: VenueSigning;
  /** What it has accepted of wallets besides trades. */
  readonly approvals: VenueApprovals;
  /** How it pays wallets; undefined for a venue from which nothing is withdrawn yet. */
  readonly withdrawals: VenueWithdrawals | undefined;
  /** Rejects unless the venue answers now; uses none of its allowance. */
  checkReachable(): Promise<void>;
  /** Disconnects. */
  close(): Promise<void>;
}

/** A position at its venue. Prices and sizes are the venue's decimal texts; amounts are USD, truncated to six decimals. */
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

/** An order that rests or waits for its trigger at its venue. Prices and sizes are the venue's decimal texts. */
export interface OpenOrder {
  /** The venue's id. */
  readonly id: string;
  readonly clientOrderId: string | undefined;
  /** Canonical; the venue's own name for a market without one. */
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** In the venue's words. */
  readonly type: string;
  readonly limitPrice: string;
  /** Undefined: it has no trigger. */
  readonly triggerPrice: string | undefined;
  /** The unfilled size, in units of the base. */
  readonly size: string;
  readonly originalSize: string;
  readonly reduceOnly: boolean;
  readonly createdAtMs: number;
}

/** The payment to a venue: native USDC of one network, from the wallet whose account receives it. */
export interface VenuePayment {
  /** The networks on which it may be paid, the preferred one first; the payment address is the same on all of them. */
  readonly networks: readonly [Network, ...Network[]];
  /** Whether the platform is configured with all that a payment needs; otherwise no wallet pays. */
  readonly isOpen: boolean;
  readonly to: PaymentDestination;
  /** How much less than was sent the venue may credit, at most: its fee. */
  readonly creditFeeMicroUsdcMax: MicroUsdc;
  /** How long after the payment the venue may credit it: until then nothing has failed. */
  readonly creditWithinMs: number;
}

/** Where a venue is paid: at one address for all wallets, which credits the sender, or at an address of each wallet's own. */
export type PaymentDestination =
  | { readonly kind: 'shared'; readonly address: Address }
  | {
      readonly kind: 'by_wallet';
      /** Returns the address whose payments the venue credits to a wallet, checksummed; the same one each time. */
      request(wallet: Address): Promise<Address>;
      /** Returns whether the venue or the chain shows that a payment address is this wallet's. */
      belongsTo(paymentAddress: Address, wallet: Address): Promise<boolean>;
      /** Returns the contract in which the venue holds a wallet's money, deployed or not, checksummed; absent where it needs none. */
      readonly contractWalletOf?: (wallet: Address) => Address;
    };

/** The venue's steps of a setup: the paid amount is credited, the account is ready. */
export type VenueStep = 'credit' | 'register';

/** One step of a setup at a venue. */
export interface SetupStep {
  /** Executes the step; called again until it is proved, so it can be repeated. */
  do(facts: SetupFacts): Promise<void>;
  /** Checks at the venue whether the step is done; `undefined` while nothing shows it. */
  prove(facts: SetupFacts): Promise<StepProof | undefined>;
}

/** The setup that a step belongs to. */
export interface SetupFacts {
  /** The wallet's address, which is its account there. */
  readonly address: Address;
  readonly amountMicroUsdc: MicroUsdc;
  /** Where it was paid, on which network. */
  readonly paymentAddress: Address;
  readonly network: Network;
  readonly acceptedAt: Date;
  /** Returns the first of some entries of the venue's ledger that has proved no other setup of the wallet. */
  firstUnclaimed(entries: readonly string[]): Promise<string | undefined>;
  /** Makes the wallet sign a request of a family that the wallet service itself may use; an audit record precedes the signature. */
  sign<Request, Intent extends object, Signed>(
    family: SigningFamily<Request, Intent, Signed>,
    request: Request,
  ): Promise<Signed>;
}

/** The proof of a step. */
export interface StepProof {
  /** The entry of the venue's ledger that shows it, if any: it proves no other setup. */
  readonly entry?: string;
  /** What the venue has credited; absent: what was sent. */
  readonly creditedMicroUsdc?: MicroUsdc;
}

/** The families of a venue's signatures. */
export interface VenueSigning {
  /** An action that only trades. */
  readonly action: SigningFamily<ActionRequest, object, SignedAction>;
  /** Allows an agent's key to trade for the wallet; it can't withdraw. */
  readonly agent: SigningFamily<AgentRequest, object, string>;
  /**
   * Returns the headers of a read of a wallet's own orders, or of a stream that tells of them, made for the execution service; undefined where
   * everybody may read them. Throws `insufficient_permissions` for a path of anything else, and `account_not_ready` for a wallet that the
   * venue doesn't know.
   */
  readonly readHeaders: ((wallet: Address, path: string) => Promise<Readonly<Record<string, string>>>) | undefined;
  /**
   * Looks up what became of a signed action that a chain carries out, made for the execution service; absent where the venue itself shows
   * every action. Throws `native_action_invalid` for an action that the venue shows, and `wallet_upstream_unavailable`.
   */
  readonly lookUp?: (wallet: Address, action: SentAction) => Promise<ActionFinding>;
  /**
   * Says that a signed action will never be carried out, so that the next one need not wait for that to show; made for the execution service.
   * Does nothing where another action was signed since. Absent where nobody waits.
   */
  readonly giveBack?: (wallet: Address, action: Pick<SignedAction, 'nonce' | 'actionHash'>) => Promise<void>;
  /** Allows the platform to take its fee of the wallet's orders; undefined where it takes none. */
  readonly fee: SigningFamily<undefined, object, FeeApproval> | undefined;
}

/**
 * The approvals of wallets: sent by the service that signed them, since any holder of a signed approval can make it valid later. Each method
 * throws `wallet_upstream_unavailable` when the venue does not answer, or does not accept.
 */
export interface VenueApprovals {
  /** Sends a signed approval of an agent, once. */
  approveAgent(account: Address, agent: Address, approvalJson: string): Promise<void>;
  /** Returns the agents that may trade for an account now. */
  agentsOf(account: Address): Promise<readonly Address[]>;
  /** Sends a signed approval of the platform's fee, once. */
  approveFee(account: Address, fee: FeeApproval): Promise<void>;
  /** Returns whether an account has approved this fee, or a higher one. */
  isFeeApproved(account: Address, terms: Omit<FeeApproval, 'approvalJson'>): Promise<boolean>;
}

/** A service's request to sign an action. */
export interface ActionRequest {
  /** JSON text, its fields in the venue's order. */
  readonly actionJson: string;
  /** Milliseconds since the Unix epoch after which the venue refuses it; undefined for never. */
  readonly expiresAfterMs: number | undefined;
  /** What it is for, and nothing else: `execution exe_…`. Where nonces follow each other without a gap, it has one of them. */
  readonly cause: string;
}

/** A signed action: the fields that the caller needs to send it and to look it up. */
export interface SignedAction {
  /** Taken for the signing key; milliseconds where nonces need only be new. */
  readonly nonce: number;
  /** The venue's name of the action. */
  readonly actionHash: string;
  /** JSON text in the form of the venue's requests. */
  readonly signatureJson: string;
}

/** A signed action that may have been sent. */
export interface SentAction extends Omit<ActionRequest, 'cause'>, Pick<SignedAction, 'nonce' | 'actionHash'> {}

/**
 * What became of an action that may have been sent, as the execution service knows findings. `unseen`: it did not happen and can't happen any
 * more; `undecided`: it may happen yet, or what it did is not what it was to do.
 */
export type ActionFinding =
  | { readonly kind: 'accepted' | 'refused'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unseen' | 'undecided' };

/** An agent to be approved. */
export interface AgentRequest {
  readonly agentAddress: Address;
  /** One agent per name: approving another under it ends the former. */
  readonly agentName: string;
}

/** The approval of the platform builder's fee. */
export interface FeeApproval {
  readonly builderAddress: Address;
  readonly maximumFeeTenthsOfBasisPoint: number;
  /** JSON text to send to the venue. */
  readonly approvalJson: string;
}

/** The dependencies of a venue that demands nonces of one kind. */
export interface VenueParts<Kind extends NonceKind> extends Requests {
  /** The nonces of the keys that sign for it. */
  readonly nonces: NonceSources[Kind];
  /** Returns the wallet's own node of a network. */
  readonly chain: (network: Network) => ChainReader;
  /** What the venue gave wallets to be known by. */
  readonly secrets: AccountSecrets;
}
