import { PlatformError } from '@platform/errors';
import type { ClientSession } from '@platform/store/mongo';
import type { EmailProof, ProofPurpose, ProofVerifier, ProvedRequest, WalletProof, WithdrawalProof } from './proof.js';

/** The verifiers of each mode. */
export interface ProofVerifiers {
  readonly email_otp: ProofVerifier<EmailProof>;
  /** Absent: no signature can be verified, and none is believed. */
  readonly wallet_signature?: ProofVerifier<WalletProof>;
}

/** Verifies proofs of every mode; throws `withdrawal_authorization_unavailable` for a mode without a verifier. */
export class Proofs implements ProofVerifier<WithdrawalProof> {
  constructor(private readonly verifiers: ProofVerifiers) {}

  async check(proof: WithdrawalProof, request: ProvedRequest): Promise<void> {
    if (proof.type === 'email_otp') return this.verifiers.email_otp.check(proof, request);
    return this.#wallet().check(proof, request);
  }

  async use(
    proof: WithdrawalProof,
    request: ProvedRequest,
    session: ClientSession,
    purpose: ProofPurpose,
  ): Promise<Date | undefined> {
    if (proof.type === 'email_otp') return this.verifiers.email_otp.use(proof, request, session, purpose);
    return this.#wallet().use(proof, request, session, purpose);
  }

  #wallet(): ProofVerifier<WalletProof> {
    const { wallet_signature } = this.verifiers;
    if (wallet_signature === undefined) throw new PlatformError('withdrawal_authorization_unavailable');
    return wallet_signature;
  }
}
