import type { JsonObject } from '@platform/kit/json';

/** What names a signed action at the venue; the signature itself is never stored. */
export interface SubmissionIdentity {
  /** Milliseconds; the signer's alone. */
  readonly nonce: number;
  /** 0x and 64 hexadecimal digits. */
  readonly actionHash: string;
}

/** A signature of an action, with what identifies it at the venue. */
export interface ActionSignature extends SubmissionIdentity {
  /** As the venue's requests carry it, as JSON text. */
  readonly signatureJson: string;
}

/** The wallets that act. */
export interface ActionSigner {
  /** Has an action for a venue signed by the wallet that acts, under a nonce of its own. */
  sign(venue: string, action: IdentifiedAction): Promise<ActionSignature>;
}

/** An action that a venue's schema let through. */
export interface NativeAction {
  /** The venue's own name of it. */
  readonly type: string;
  /**
   * The JSON text that will be signed for an execution: fields in the venue's order, and a client order id, derived from
   * the execution's, on every order that has none, so that its outcome can be looked up.
   */
  identified(executionId: string): string;
}

/** Actions that are signed alike. */
export interface ActionFamily {
  /** Throws `native_action_invalid` naming each wrong field. */
  parse(action: JsonObject): NativeAction;
}

/** What the actions of each venue look like; pure, and known whether or not the venue can be reached. */
export type VenueActions = ReadonlyMap<
  string,
  {
    /** The venue's names of the actions that some family signs. */
    readonly types: readonly string[];
    /** Undefined when no family signs it. */
    family(action: JsonObject): ActionFamily | undefined;
  }
>;

/** An action to be signed, or one that was. */
export interface IdentifiedAction {
  readonly executionId: string;
  readonly accountId: string;
  /** Checksummed EVM address of the wallet that acts. */
  readonly accountAddress: string;
  readonly actionJson: string;
  readonly expiresAfterMs: number;
  /** The token by which its user asked for it; absent where nobody waits for it any more. */
  readonly userToken?: string;
}

/** What a venue answered: the fields that are read have types, the others are kept as they came. */
export type VenueAnswer = Readonly<Record<string, unknown>>;

/** What sending came to. `unknown`: the venue may have it; `unsent`: it never left. */
export type SubmissionAnswer =
  | { readonly kind: 'accepted' | 'refused'; readonly answer: VenueAnswer }
  | { readonly kind: 'unknown' | 'unsent'; readonly reason: string };

/** A signed action; its signature lives in memory alone. */
export interface SignedAction {
  readonly identity: SubmissionIdentity;
  /** Sends it. To be called once, after the identity is stored; never rejects. */
  send(): Promise<SubmissionAnswer>;
}

/** What a look-up came to. `unseen`: nothing shows it, and by the venue's clock it can't happen any more. */
export type Finding =
  | { readonly kind: 'accepted' | 'refused'; readonly answer: VenueAnswer }
  | { readonly kind: 'unseen' | 'undecided' };

/** A venue that actions can be sent to. */
export interface ExecutionVenue {
  /** Has the wallet sign. Throws a `PlatformError`; nothing was sent then. */
  sign(action: IdentifiedAction): Promise<SignedAction>;
  /** Looks for the effect of an action that may have been sent. Rejects when the venue can't be read. */
  lookUp(action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding>;
  /** Rejects unless the venue answers now; changes nothing and costs nothing of what the venue allows. */
  checkReachable(): Promise<void>;
}

/** A venue with what closes its connections. */
export interface OpenVenue {
  readonly venue: ExecutionVenue;
  close(): Promise<void>;
}
