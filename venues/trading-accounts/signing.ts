// Why: docs/decisions/wallet/signing-and-venues.md
import type { Workload } from '@platform/keys/tokens';
import type { Address, LocalAccount } from 'viem';

/** A kind of thing that a wallet's key signs. What belongs to no family is signed for nobody. */
export interface SigningFamily<Request, Intent extends object, Signed> {
  /** As the audit record names it. */
  readonly name: string;
  /** The venue that takes what is signed; undefined for a chain. */
  readonly venue: string | undefined;
  /** The processes that may ask for it; `wallet` is this service for its own operations. */
  readonly askers: readonly Workload[];
  /** Reads what is asked for into all that will be signed, nonce included. Throws for what policy refuses. */
  parse(request: Request, signer: Address): Promise<Intent>;
  /** Signs what `parse` gave. */
  sign(key: LocalAccount, intent: Intent): Promise<Signed>;
}

/** Where a signer's next nonce comes from. */
export interface NonceSource {
  /** A nonce that no other call of any process gets for the signer: now in milliseconds, or one more than the last. */
  draw(signer: Address): Promise<number>;
}
