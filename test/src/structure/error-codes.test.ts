import { expect, test } from '@jest/globals';
import { catalogue, type ErrorCode } from '@platform/errors';
import { readText } from './repository.js';

/** The test files that make a caller meet a code through REST, and the codes. */
const producedBy: Readonly<Record<string, readonly ErrorCode[]>> = {
  // The older surface ends in a year: beside its code, by a clock of the test.
  '../../rest-facade/src/legacy/surface.test.ts': ['operation_retired'],
  'account/storage.test.ts': ['quota_exceeded'],
  'deployments/actions.test.ts': ['credential_scope_unsafe', 'deployment_not_found'],
  'deployments/deployments.test.ts': ['name_taken', 'positions_open'],
  'end-to-end/bad-input.test.ts': [
    'invalid_request',
    'invalid_cursor',
    'strategy_invalid',
    'config_invalid',
    'symbol_not_canonical',
    'venue_not_supported',
    'data_unavailable',
    'idempotency_key_required',
    'unauthorized',
    'insufficient_permissions',
    'not_found',
    'backtest_not_found',
    'method_not_allowed',
    'payload_too_large',
    'unsupported_media_type',
    'idempotency_key_conflict',
  ],
  'end-to-end/market-context.test.ts': ['market_not_found'],
  'end-to-end/trades.test.ts': ['invalid_state', 'unsupported_runtime_record'],
  'end-to-end/wallet-and-executions.test.ts': ['execution_not_found', 'withdrawal_wallet_unavailable'],
  'errors/errors.test.ts': [
    'context_upstream_unavailable',
    'context_store_unavailable',
    'leaderboard_store_unavailable',
    'execution_provider_unavailable',
    'execution_store_unavailable',
    'wallet_repository_unavailable',
    'withdrawal_otp_unavailable',
    'withdrawal_authorization_unavailable',
    'email_delivery_failed',
    'service_unavailable',
    'deadline_exceeded',
  ],
  'errors/refusals.ts': [
    'bad_request',
    'feature_not_available',
    'disposable_email',
    'email_limit_reached',
    'code_expired',
    'api_key_limit_reached',
    'account_not_ready',
    'resend_cooldown',
    'processor_time_exhausted',
    'withdrawal_state_conflict',
    'withdrawal_otp_identity_invalid',
    'challenge_not_available',
    'withdrawal_challenge_mismatch',
    'withdrawal_replay_not_found',
    'withdrawal_authorization_mismatch',
    'withdrawal_identity_unavailable',
    'withdrawal_email_unavailable',
    'wallet_upstream_unavailable',
    'response_too_large',
    'internal',
  ],
  'executions/executions.test.ts': [
    'validation_failed',
    'native_action_invalid',
    'server_owned_field',
    'account_not_owned',
    'exchange_rejected',
    'native_action_unsupported',
  ],
  'executions/mandates.test.ts': ['mandate_exceeded'],
  // The signed end of a link lies seven days ahead: by a clock of the service's test.
  '../../services/runtime/src/result-files.test.ts': ['result_link_expired'],
  'legacy/backtests.test.ts': ['result_link_invalid'],
  'legacy/magic-link.test.ts': ['magic_link_invalid'],
  'limits/limits.test.ts': ['invalid_code', 'rate_limited', 'attempt_limit_reached'],
  'deployments/live/live.test.ts': ['symbols_in_use'],
  'money/money-run.test.ts': ['insufficient_held_balance'],
  'money/withdrawal-claims.test.ts': ['withdrawal_replay_requires_resume', 'withdrawal_request_cancelled'],
  'money/reconciliation.test.ts': ['venue_setup_in_progress'],
  'routes/plans.ts': ['withdrawal_not_found', 'api_key_not_found', 'trading_account_not_found'],
  'wallet-proofs/wallet-proofs.test.ts': ['withdrawal_signature_invalid', 'withdrawal_signature_expired'],
};

const LIVE_DEPLOYMENTS = 'no test reaches it yet: deployments with real money are under construction';

/** Codes of features that are not built yet. */
const notBuilt: Readonly<Partial<Record<ErrorCode, string>>> = {
  credentials_missing: LIVE_DEPLOYMENTS,
  account_not_funded: LIVE_DEPLOYMENTS,
  venue_not_ready: LIVE_DEPLOYMENTS,
};

test('every code of the catalogue is produced through REST by a test, or belongs to what is not built yet', () => {
  const listed = [...Object.values(producedBy).flat(), ...Object.keys(notBuilt)];
  expect(listed.sort()).toEqual(Object.keys(catalogue).sort());
});

test.each(Object.entries(producedBy))('%s names the codes that it produces', (file, codes) => {
  const text = readText(`test/src/${file}`);
  expect(codes.filter((code) => !new RegExp(`'${code}'|^ {2}${code}: `, 'm').test(text))).toEqual([]);
});
