import { useMutation } from '../../../graph/use-query.js';
import { CreateWithdrawalDocument, type PaidFragment, type WithdrawalProofInput } from '../generated/documents.js';
import { type Intent, USDC_ON_ARBITRUM } from './intent.js';

/** What both proofs take. */
export interface ProofProps {
  readonly intent: Intent;
  readonly onAccepted: (withdrawal: PaidFragment) => void;
  /** Forgets the terms. */
  readonly onBack: () => void;
}

/** The fields that say what a withdrawal is, as every call of it sends them. */
export function termsOf({ idempotencyKey, source, amountUsd }: Intent) {
  return { idempotencyKey, source, amountUsd, chain: 'arbitrum', assetAddress: USDC_ON_ARBITRUM };
}

/** Sends a withdrawal with its proof. Safe to repeat: the key of the intent makes it one withdrawal. */
export function useAccept({ intent, onAccepted }: ProofProps) {
  const change = useMutation(CreateWithdrawalDocument);
  const accept = async (authorization: WithdrawalProofInput) => {
    // Where it goes is locked for a login wallet, and the platform refuses to be told.
    const destination = authorization.type === 'email_otp' ? { destinationWallet: intent.destinationWallet } : {};
    const { data } = await change.send({ input: { ...termsOf(intent), ...destination, authorization } });
    const withdrawal = data?.createWithdrawal?.withdrawal;
    if (withdrawal !== undefined) onAccepted(withdrawal);
  };
  return { accept, isSending: change.isSending, problem: change.problem };
}
