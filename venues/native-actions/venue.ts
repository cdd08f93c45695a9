import type { JsonObject } from '@platform/kit/json';
import type { OpenOwnStreams } from './own-streams.js';

/** The identity of a signed action at the venue; the signature itself is never stored. */
export interface SubmissionIdentity {
  /** The signer's alone: milliseconds, or the number of what it signs where a contract counts. */
  readonly nonce: number;
  /** 0x and 64 hexadecimal digits, or as many as the venue's own hash has. */
  readonly actionHash: string;
}

/** A signature of an action, with its identity at the venue. */
export interface ActionSignature extends SubmissionIdentity {
  /** JSON text in the form of the venue's requests. */
  readonly signatureJson: string;
}

/** The acting wallets. */
export interface ActionSigner {
  /** Makes the acting wallet sign an action for a venue, under a nonce of its own. */
  sign(venue: string, action: RequestedAction): Promise<ActionSignature>;
  /** Returns the headers of a read of the acting wallet's own orders, for a venue that shows them to nobody else. */
  readHeaders(venue: string, read: SignedRead): Promise<ReadHeaders>;
  /** Looks up what became of a signed action that a chain carries out: the wallets read chains. */
  lookUp(venue: string, action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding>;
  /**
   * Says that a signed action will never be carried out: it was not sent, or the venue refused it unread. Where nonces follow each other without
   * a gap, the next action has to wait for that; the wallets find it out by themselves too, but later. Absent where they don't care.
   */
  giveBack?(venue: string, action: IdentifiedAction, identity: SubmissionIdentity): Promise<void>;
}

/** A read for an execution, of the acting wallet's own orders or of the streams of its account. */
export interface SignedRead extends Pick<IdentifiedAction, 'executionId' | 'accountId' | 'accountAddress'> {
  /** Without a query. */
  readonly path: string;
}

/** The headers of a request, by their names. */
export type ReadHeaders = Readonly<Record<string, string>>;

/** A market that an action names, as far as a mandate depends on it. */
export interface MarketFacts {
  /** Canonical symbol. */
  readonly symbol: string;
  /** The middle of its book, as decimal text; undefined where it has none. */
  readonly midPrice: string | undefined;
  /** The leverage that the acting account has set; undefined where nobody asked. */
  readonly leverage: number | undefined;
  /** The decimals of sizes and prices that actions write as integers; absent where they write decimals. */
  readonly decimals?: { readonly size: number; readonly price: number };
}

/** Markets by the names that actions have for them. */
export type KnownMarkets = ReadonlyMap<string, MarketFacts>;

/** What an action would do at most: a mandate is compared with it. */
export interface ActionDemand {
  /**
   * Canonical symbols of the markets that it concerns, and the venue's own name of one that is not known; `all` where it concerns every
   * market of the account.
   */
  readonly symbols: readonly string[] | 'all';
  /**
   * What each order that may open a position is worth at most, in micro-USDC: at the worse of its limit and the market's price. Undefined
   * for one without a value.
   */
  readonly ordersMicroUsdc: readonly (bigint | undefined)[];
  /** The leverages that it sets, or that the account has for what it opens; undefined for one that is not known. */
  readonly leverages: readonly (number | undefined)[];
  /** Whether it opens no position and sets no leverage. */
  readonly reduces: boolean;
}

/** An action that passed a venue's schema. */
export interface NativeAction {
  /** The venue's own name of it. */
  readonly type: string;
  /** The action's names of the markets that it concerns, each once. */
  readonly markets: readonly string[];
  /** Returns what it would do; pure. */
  demandOf(markets: KnownMarkets): ActionDemand;
  /**
   * Returns the JSON text that will be signed for an execution: fields in the venue's order, and a client order id, derived from the
   * execution's, on every order that has none, so that its outcome can be looked up.
   */
  identified(executionId: string): string;
}

/** Actions with the same way of signing. */
export interface ActionFamily {
  /** Throws `native_action_invalid` naming each wrong field. */
  parse(action: JsonObject): NativeAction;
}

/** The actions of each venue; pure, and known even when the venue can't be reached. */
export type VenueActions = ReadonlyMap<
  string,
  {
    /** The venue's names of the actions that the families sign. */
    readonly types: readonly string[];
    /** Returns undefined when no family signs the action. */
    family(action: JsonObject): ActionFamily | undefined;
  }
>;

/** An action before or after it is signed. */
export interface IdentifiedAction {
  readonly executionId: string;
  readonly accountId: string;
  /** Checksummed EVM address of the acting wallet. */
  readonly accountAddress: string;
  readonly actionJson: string;
  readonly expiresAfterMs: number;
}

/** An action whose user waits: only such a one is signed. */
export interface RequestedAction extends IdentifiedAction {
  /** The token of the user's request. */
  readonly userToken: string;
}

/** A venue's answer: the fields that are read have types, the others are kept unchanged. */
export type VenueAnswer = Readonly<Record<string, unknown>>;

/** What a venue says of an action. */
export type VenueVerdict =
  | {
      readonly kind: 'accepted';
      readonly answer: VenueAnswer;
      /** How far what it traded at once is settled; absent where it traded nothing, or trades are final at once. */
      readonly settlement?: SettlementState | undefined;
    }
  | { readonly kind: 'refused'; readonly answer: VenueAnswer };

/**
 * The result of sending. `taken`: the venue has it, and what becomes of it is looked up; `unknown`: the venue may have it; `unsent`: it was
 * never sent.
 */
export type SubmissionAnswer =
  | VenueVerdict
  | { readonly kind: 'taken' }
  | { readonly kind: 'unknown' | 'unsent'; readonly reason: string };

/** A signed action; its signature is only in memory. */
export interface SignedAction {
  readonly identity: SubmissionIdentity;
  /** Sends it. Called once, after the identity is stored; never rejects. */
  send(): Promise<SubmissionAnswer>;
}

/** The result of a look-up. `unseen`: nothing shows the action, and by the venue's clock it can't happen any more. */
export type Finding = VenueVerdict | { readonly kind: 'unseen' | 'undecided' };

/** How far trades are settled on a venue's chain: `confirmed` and `failed` are final. */
export const settlementStates = ['matched', 'mined', 'confirmed', 'retrying', 'failed'] as const;
export type SettlementState = (typeof settlementStates)[number];

/** How far what an action traded is settled, as the venue shows it now. */
export interface SettlementReading {
  /** That of its least final trade, `failed` if one has failed; undefined where it has traded nothing. */
  readonly state: SettlementState | undefined;
  /** Whether it will not change any more. */
  readonly isFinal: boolean;
}

/** A venue that actions can be sent to. */
export interface ExecutionVenue {
  /** How much longer than until its `expiresAfterMs` an action may be carried out, where a venue's signer can't be told; absent: no longer. */
  readonly laterMs?: number;
  /**
   * Reads the markets that an action names; one that is not among the venue's perpetuals is missing from the answer. `leveragesOf`: the
   * account whose leverages are wanted too. Rejects when the venue can't be read.
   */
  readMarkets(names: readonly string[], leveragesOf: string | undefined): Promise<KnownMarkets>;
  /** Makes the wallet sign. Throws a `PlatformError`; nothing was sent then. */
  sign(action: RequestedAction): Promise<SignedAction>;
  /** Looks up the effect of an action that may have been sent. Rejects when the venue can't be read. */
  lookUp(action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding>;
  /**
   * Reads how far what an accepted action traded is settled; absent where a trade is final at once. Rejects when the venue can't be read.
   */
  settlement?(action: IdentifiedAction, identity: SubmissionIdentity): Promise<SettlementReading>;
  /** Tells when to look earlier than polling would; absent where nothing is told, and outcomes are polled for alone. */
  readonly ownStreams?: OpenOwnStreams | undefined;
  /** Rejects unless the venue answers now; changes nothing and uses none of the venue's allowance. */
  checkReachable(): Promise<void>;
}

/** A venue with what closes its connections. */
export interface OpenVenue {
  readonly venue: ExecutionVenue;
  close(): Promise<void>;
}
