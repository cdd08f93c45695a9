import type { Workload } from '@platform/keys/tokens';
import type { VenueId } from '@platform/venues/registry';
import type { Address, LocalAccount } from 'viem';

/** A kind of thing that a wallet's key signs. What belongs to no family is signed for nobody. */
export interface SigningFamily<Request, Intent extends object, Signed> {
  /** As the audit record names it. */
  readonly name: string;
  /** The venue that takes what is signed; undefined for a chain. */
  readonly venue: VenueId | undefined;
  /** The processes that may ask for it; `wallet` is this service for its own operations. */
  readonly askers: readonly Workload[];
  /** Reads what is asked for into all that will be signed, nonce included. Throws for what policy refuses. */
  parse(request: Request, signer: Address): Promise<Intent>;
  /** Signs what `parse` gave. */
  sign(key: LocalAccount, intent: Intent): Promise<Signed>;
}

/** On whose behalf, and why, a signature is asked for. */
export interface Requester {
  /** The process that asks; `wallet` for this one's own flows. */
  readonly workload: Workload;
  /** The account whose key is to sign. */
  readonly accountId: string;
  /** The operation or call that asks, for example `execution exe_…`. */
  readonly cause: string;
}
