// Why: docs/decisions/wallet/signing-and-venues.md
import type { Workload } from '@platform/keys/tokens';
import type { Address, LocalAccount } from 'viem';

/** A kind of thing that a wallet's key signs. Things without a family are never signed. */
export interface SigningFamily<Request, Intent extends object, Signed> {
  /** Its name in the audit record. */
  readonly name: string;
  /** The venue that receives the signature; undefined for a chain. */
  readonly venue: string | undefined;
  /** The processes that may request it; `wallet` is this service for its own operations. */
  readonly askers: readonly Workload[];
  /** Parses a request into everything that will be signed, nonce included. Throws where policy refuses it. */
  parse(request: Request, signer: Address): Promise<Intent>;
  /** Signs the result of `parse`. */
  sign(key: LocalAccount, intent: Intent): Promise<Signed>;
}
