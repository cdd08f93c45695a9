import { PlatformError } from '@platform/errors';
import { Secret } from '@platform/kit/config';
import { tokenRow, usdcOn } from '../chains/token.js';
import { anyKey, badRequest, normalizedUuid, usdAmount, uuidKey } from '../requests.js';
import type { Destinations } from './destinations.js';
import {
  type IntentFields,
  type IntentTerms,
  parseIntent,
  type WithdrawalRequest,
  withdrawalMinimum,
} from './intent.js';
import type { AccountLogins, WithdrawalCall } from './logins/account-logins.js';
import type { WithdrawalProof } from './proofs/proof.js';
import type { Withdrawals } from './withdrawals.js';

const CODE = /^\d{6}$/;
/** That of a key, or what a contract wallet takes for one, which may be longer. */
const SIGNATURE = /^0x(?:[0-9a-fA-F]{2}){65,2048}$/;
/** The fields that a body with only an amount implies. */
const FROM_HELD_USDC = {
  source: 'arbitrum',
  chain: 'arbitrum',
  assetAddress: tokenRow(usdcOn('arbitrum')).address,
} as const;

/** A proof in a caller's request. */
export interface ProofFields {
  readonly type: string;
  readonly challengeId?: string | undefined;
  readonly code?: string | undefined;
  readonly signature?: string | undefined;
  readonly nonce?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** A withdrawal in a caller's request. */
export interface WithdrawalFields extends IntentFields {
  readonly idempotencyKey: string;
  readonly authorization?: ProofFields | null | undefined;
}

/** Reads the withdrawals that callers ask for. */
export class WithdrawalRequests {
  constructor(
    private readonly parts: {
      readonly destinations: Destinations;
      readonly logins: AccountLogins;
      readonly withdrawals: Pick<Withdrawals, 'under' | 'offers'>;
    },
  ) {}

  /**
   * Reads a withdrawal that needs a proof. In wallet mode the destination is the locked login wallet, and the body names none. A key that has
   * its withdrawal is read without the account's login: its proof no longer counts. Throws `idempotency_key_required`, `bad_request`,
   * `withdrawal_authorization_mismatch` for a proof of the other mode or a destination in wallet mode, `withdrawal_request_cancelled`, and
   * what `AccountLogins.of` throws.
   */
  async proved(call: WithdrawalCall, fields: WithdrawalFields): Promise<WithdrawalRequest> {
    const { accountId } = call;
    const key = uuidKey(fields.idempotencyKey);
    const earlier = await this.parts.withdrawals.under(accountId, key);
    const destinationWallet =
      earlier === undefined
        ? await this.#destination(call, fields)
        : (fields.destinationWallet ?? earlier.destinationWallet);
    return { accountId, key, intent: await parseIntent({ ...fields, destinationWallet }, this.#terms) };
  }

  /**
   * Reads the older body: only an amount, which pays the account's locked login wallet from the balance on Arbitrum. Throws
   * `idempotency_key_required`, `bad_request` for another field or a malformed amount, and what `AccountLogins.loginWalletOf` throws.
   */
  async amountOnly(call: WithdrawalCall, fields: WithdrawalFields): Promise<WithdrawalRequest> {
    const { accountId } = call;
    const key = anyKey(fields.idempotencyKey);
    requireAmountAlone(fields);
    const destinationWallet = await this.parts.logins.loginWalletOf(call);
    const meant = { ...FROM_HELD_USDC, amountUsd: fields.amountUsd, destinationWallet };
    return { accountId, key, intent: await parseIntent(meant, this.#terms) };
  }

  get #terms(): IntentTerms {
    const { destinations, withdrawals } = this.parts;
    return { destinations, offers: (source) => withdrawals.offers(source) };
  }

  async #destination(call: WithdrawalCall, fields: WithdrawalFields): Promise<string | undefined> {
    const login = await this.parts.logins.of(call);
    // A body of the other mode has other fields, so this precedes what is wrong with those.
    if (fields.authorization != null && fields.authorization.type !== login.mode) throw mismatch();
    if (login.mode === 'email_otp') return fields.destinationWallet;
    if (fields.destinationWallet !== undefined) throw mismatch();
    return login.loginWallet;
  }
}

/** Returns the proof of a request. Throws `bad_request` when it is missing or malformed. */
export function parseProof({ authorization, amountUsd }: WithdrawalFields): WithdrawalProof {
  if (authorization == null) throw badRequest('authorization', 'is required');
  const { type, challengeId, code, signature, nonce, expiresAt } = authorization;
  if (type === 'email_otp') {
    if (challengeId === undefined) throw badRequest('authorization.challenge_id', 'is required');
    if (code === undefined || !CODE.test(code)) throw badRequest('authorization.code', 'must be six digits');
    return { type, challengeId, code: new Secret(code) };
  }
  if (type !== 'wallet_signature') throw badRequest('authorization.type', 'must be email_otp or wallet_signature');
  if (signature === undefined || !SIGNATURE.test(signature))
    throw badRequest('authorization.signature', 'must be 0x and the hexadecimal digits of a signature');
  const normalized = nonce === undefined ? undefined : normalizedUuid(nonce);
  if (normalized === undefined) throw badRequest('authorization.nonce', 'must be a UUID');
  if (expiresAt === undefined || !isInstant(expiresAt))
    throw badRequest('authorization.expires_at', 'must be ISO 8601 UTC with milliseconds');
  return { type, signature: new Secret(signature), nonce: normalized, expiresAt, amountUsd };
}

function requireAmountAlone(fields: WithdrawalFields): void {
  const { source, destinationWallet: destination_wallet, chain, assetAddress: asset_address, authorization } = fields;
  const others = { source, destination_wallet, chain, asset_address, authorization: authorization ?? undefined };
  for (const [path, value] of Object.entries(others))
    if (value !== undefined) throw badRequest(path, 'is not a known field');
  usdAmount(fields.amountUsd, withdrawalMinimum);
}

/** Returns whether a text is a time as the platform writes it: the signed text and the time are then the same. */
function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

function mismatch(): PlatformError {
  return new PlatformError('withdrawal_authorization_mismatch');
}
