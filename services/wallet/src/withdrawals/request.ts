import { PlatformError } from '@platform/errors';
import { Secret } from '@platform/kit/config';
import { badRequest, usdAmount } from '../requests.js';
import type { EmailProof } from './challenges/challenges.js';
import { type IntentFields, withdrawalMinimum } from './intent.js';

const CODE = /^\d{6}$/;

/** A proof in a caller's request. */
export interface ProofFields {
  readonly type: string;
  readonly challengeId?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * Throws `withdrawal_authorization_mismatch` for a proof of another kind than the account's: its body has other fields, so this check
 * precedes those of the fields.
 */
export function requireEmailMode(proof: ProofFields | null | undefined): void {
  if (proof?.type === 'wallet_signature') throw new PlatformError('withdrawal_authorization_mismatch');
}

/** Returns an e-mail proof. Throws `bad_request` when it is missing or malformed. */
export function parseEmailProof(proof: ProofFields | null | undefined): EmailProof {
  if (proof == null) throw badRequest('authorization', 'is required');
  const { type, challengeId, code } = proof;
  if (type !== 'email_otp') throw badRequest('authorization.type', 'must be email_otp');
  if (challengeId === undefined) throw badRequest('authorization.challenge_id', 'is required');
  if (code === undefined || !CODE.test(code)) throw badRequest('authorization.code', 'must be six digits');
  return { challengeId, code: new Secret(code) };
}

/**
 * Checks the older body: only an amount, which pays the account's locked login wallet from the balance on Arbitrum. Throws `bad_request`
 * for another field or a malformed amount.
 */
export function requireAmountAlone(
  fields: IntentFields & { readonly authorization?: ProofFields | null | undefined },
): void {
  const { source, destinationWallet: destination_wallet, chain, assetAddress: asset_address, authorization } = fields;
  const others = { source, destination_wallet, chain, asset_address, authorization: authorization ?? undefined };
  for (const [path, value] of Object.entries(others))
    if (value !== undefined) throw badRequest(path, 'is not a known field');
  usdAmount(fields.amountUsd, withdrawalMinimum);
}
