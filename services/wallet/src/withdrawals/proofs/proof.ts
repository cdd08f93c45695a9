// Why: docs/decisions/wallet/withdrawals.md

import type { Secret } from '@platform/kit/config';
import type { MicroUsdc } from '@platform/kit/money';
import type { ClientSession } from '@platform/store/mongo';
import type { WithdrawalRequest } from '../intent.js';

/** The challenge whose code a caller names as proof. */
export interface EmailProof {
  readonly type: 'email_otp';
  readonly challengeId: string;
  readonly code: Secret;
}

/** A signature of the locked login wallet over the withdrawal's typed data. */
export interface WalletProof {
  readonly type: 'wallet_signature';
  readonly signature: Secret;
  /** A UUID in lower case with hyphens: names the proof, which serves one withdrawal. */
  readonly nonce: string;
  /** As sent and as signed: ISO 8601 UTC with milliseconds. */
  readonly expiresAt: string;
  /** The amount as sent and as signed. */
  readonly amountUsd: string;
}

/** The proof of a withdrawal. Its type is the mode that the server chose for the account. */
export type WithdrawalProof = EmailProof | WalletProof;

/** The withdrawal that a proof is for: what it is bound to. */
export interface ProvedRequest extends WithdrawalRequest {
  /** What the source keeps of the amount, by what it says now. */
  readonly feeMicroUsdc: MicroUsdc;
}

/** What a proof is used for: an authorization leaves it to the withdrawal that follows, which ends it. */
export type ProofPurpose = 'authorize' | 'withdraw';

/** Verifies the proofs of one mode. A proof may be used again for the same withdrawal, until that is accepted. */
export interface ProofVerifier<Proof extends WithdrawalProof> {
  /** Checks what needs no transaction, such as a signature or a chain. Throws the proof's refusals. */
  check(proof: Proof, request: ProvedRequest): Promise<void>;
  /**
   * Checks and uses a proof in the caller's transaction, which may be tried again. Returns when it expires; undefined for a wrong code, and
   * the transaction must then commit, since the attempt counts. Throws the proof's other refusals; an expired proof is always refused.
   */
  use(proof: Proof, request: ProvedRequest, session: ClientSession, purpose: ProofPurpose): Promise<Date | undefined>;
}

/** Returns what names a proof among those of its account, and can be stored: a challenge's id or a nonce. */
export function nameOf(proof: WithdrawalProof): string {
  return proof.type === 'email_otp' ? proof.challengeId : proof.nonce;
}
