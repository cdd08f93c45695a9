import type { ClientSession } from '@platform/store/mongo';
import type { EmailProof, ProofPurpose, ProofVerifier, ProvedRequest, WalletProof, WithdrawalProof } from './proof.js';

/** The verifiers of each mode. */
export interface ProofVerifiers {
  readonly email_otp: ProofVerifier<EmailProof>;
  readonly wallet_signature: ProofVerifier<WalletProof>;
}

/** Verifies proofs of every mode. */
export class Proofs implements ProofVerifier<WithdrawalProof> {
  constructor(private readonly verifiers: ProofVerifiers) {}

  async check(proof: WithdrawalProof, request: ProvedRequest): Promise<void> {
    if (proof.type === 'email_otp') return this.verifiers.email_otp.check(proof, request);
    return this.verifiers.wallet_signature.check(proof, request);
  }

  async use(
    proof: WithdrawalProof,
    request: ProvedRequest,
    session: ClientSession,
    purpose: ProofPurpose,
  ): Promise<Date | undefined> {
    if (proof.type === 'email_otp') return this.verifiers.email_otp.use(proof, request, session, purpose);
    return this.verifiers.wallet_signature.use(proof, request, session, purpose);
  }
}
