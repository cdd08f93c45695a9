// Why: docs/decisions/wallet/wallet-proofs.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { ClientSession } from '@platform/store/mongo';
import { type Address, type Hash, type Hex, isAddressEqual, isHex, recoverAddress, size, slice } from 'viem';
import type { ContractSignatures } from '../../chains/contract-signatures.js';
import { intentHash } from '../intent.js';
import type { ProofVerifier, ProvedRequest, WalletProof } from '../proofs/proof.js';
import { withdrawalDigest } from './typed-data.js';
import type { UsedNonces } from './used-nonces.js';

/** How far ahead a proof may expire. */
const EXPIRY_MS_MAX = 10 * 60_000;
/** r, s and v. */
const KEY_SIGNATURE_BYTES = 65;
/** Half of the order of secp256k1: a greater s is the same signature written in the other way (EIP-2). */
const S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Verifies the signatures of accounts that sign in with a wallet. */
export class WalletProofs implements ProofVerifier<WalletProof> {
  constructor(
    private readonly parts: {
      readonly contracts: Pick<ContractSignatures, 'accepts'>;
      readonly nonces: UsedNonces;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Checks that the destination of a withdrawal, which is the login wallet, has signed it; nothing is stored. A wallet that is a contract is
   * asked at each check. Throws `withdrawal_signature_expired`, `withdrawal_signature_invalid`, or `withdrawal_authorization_unavailable`
   * when the chain can't be read.
   */
  async check(proof: WalletProof, request: ProvedRequest): Promise<void> {
    this.#timely(proof);
    const { destinationWallet } = request.intent;
    const digest = digestOf(proof, request);
    const signature = hexOf(proof);
    if (await isSignedByKey(destinationWallet, digest, signature)) return;
    if (!(await this.#isSignedByContract(destinationWallet, digest, signature)))
      throw new PlatformError('withdrawal_signature_invalid');
  }

  /**
   * Uses a checked proof for its withdrawal, in the caller's transaction; returns when it expires. Throws `withdrawal_signature_expired`, since
   * time has passed since the check, or `withdrawal_signature_invalid` for a nonce that another withdrawal has used.
   */
  async use(proof: WalletProof, request: ProvedRequest, session: ClientSession): Promise<Date> {
    const expiresAt = this.#timely(proof);
    const { accountId, key, intent } = request;
    await this.parts.nonces.use(
      { nonce: proof.nonce, expiresAt },
      { accountId, key, intentHash: intentHash(intent) },
      session,
    );
    return expiresAt;
  }

  /** Returns when a proof expires. Throws `withdrawal_signature_expired` when that is over, or too far ahead. */
  #timely({ expiresAt }: WalletProof): Date {
    const time = new Date(expiresAt);
    const leftMs = time.getTime() - this.parts.clock.nowMs();
    if (leftMs > 0 && leftMs <= EXPIRY_MS_MAX) return time;
    throw new PlatformError('withdrawal_signature_expired');
  }

  async #isSignedByContract(wallet: Address, digest: Hash, signature: Hex): Promise<boolean> {
    return this.parts.contracts.accepts(wallet, digest, signature).catch((error: unknown) => {
      throw new PlatformError('withdrawal_authorization_unavailable', { cause: error });
    });
  }
}

function digestOf({ amountUsd, nonce, expiresAt }: WalletProof, { accountId, key, intent }: ProvedRequest): Hash {
  const { source, chain, destinationWallet, assetAddress } = intent;
  return withdrawalDigest({
    ...{ accountId, source, amountUsd, chain, idempotencyKey: key, nonce, expiresAt, destinationWallet, assetAddress },
  });
}

/** Returns the bytes of a signature. Throws `withdrawal_signature_invalid` for text that is none. */
function hexOf({ signature }: WalletProof): Hex {
  const text = signature.reveal();
  if (!isHex(text)) throw new PlatformError('withdrawal_signature_invalid');
  return text;
}

/** Returns whether the key of an address has signed: never true of a contract, since nobody has its key. */
async function isSignedByKey(wallet: Address, digest: Hash, signature: Hex): Promise<boolean> {
  if (size(signature) !== KEY_SIGNATURE_BYTES || BigInt(slice(signature, 32, 64)) > S_MAX) return false;
  try {
    return isAddressEqual(await recoverAddress({ hash: digest, signature }), wallet);
  } catch {
    // No key makes such a signature.
    return false;
  }
}
