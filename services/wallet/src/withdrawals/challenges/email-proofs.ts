import type { ClientSession } from '@platform/store/mongo';
import { intentHash } from '../intent.js';
import type { EmailProof, ProofPurpose, ProofVerifier, ProvedRequest } from '../proofs/proof.js';
import type { Challenges, CodeBinding } from './challenges.js';

/** Verifies codes that were sent by e-mail. */
export class EmailProofs implements ProofVerifier<EmailProof> {
  constructor(private readonly challenges: Challenges) {}

  /** Everything about a code is in the store. */
  async check(): Promise<void> {}

  use(
    proof: EmailProof,
    request: ProvedRequest,
    session: ClientSession,
    purpose: ProofPurpose,
  ): Promise<Date | undefined> {
    return this.challenges.use(proof, codeBinding(request), session, purpose);
  }
}

/** Returns what the code of a withdrawal is bound to. */
export function codeBinding({ accountId, key, intent, feeMicroUsdc }: ProvedRequest): CodeBinding {
  return { accountId, key, intentHash: intentHash(intent), feeMicroUsdc };
}
