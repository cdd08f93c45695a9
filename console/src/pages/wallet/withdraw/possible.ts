import type { Problem } from '../../../graph/problem.js';
import type { Answer } from '../../../graph/use-query.js';
import type { WithdrawalPolicyQuery } from '../generated/documents.js';

/** Whether the platform takes no proofs of withdrawals: it then has no policy either, and pays login wallets alone. */
export function areProofsOff(problem: Problem | undefined): boolean {
  return problem?.code === 'not_found';
}

/** Whether nothing can be withdrawn: no proof is taken, and the account has no login wallet. Not so while nobody knows. */
export function isStuck({ data, problem }: Pick<Answer<WithdrawalPolicyQuery>, 'data' | 'problem'>): boolean {
  return areProofsOff(problem) && data?.account?.loginType === 'email';
}
