/** Operations whose idempotency key the SDK makes. */
export const keyIsMade: ReadonlySet<string> = new Set([
  "POST /wallet/venues/{venue}/setup",
  "POST /runtime/backtests",
  "POST /runtime/deployments",
  "POST /runtime/executions",
]);

/** Operations that may be repeated under their key when their outcome is unknown. */
export const repeatable: ReadonlySet<string> = new Set([
  "POST /wallet/venues/{venue}/setup",
  "POST /wallet/withdraw/authorize",
  "POST /wallet/withdraw",
  "POST /wallet/withdraw/recover",
  "POST /runtime/backtests",
  "POST /runtime/deployments",
  "POST /runtime/executions",
]);

/** A documented code of a refusal. Codes are only ever added: treat one that is not listed by its status. */
export type ErrorCode = 
  | 'account_not_funded'
  | 'account_not_owned'
  | 'account_not_ready'
  | 'api_key_limit_reached'
  | 'api_key_not_found'
  | 'attempt_limit_reached'
  | 'backtest_not_found'
  | 'bad_request'
  | 'challenge_not_available'
  | 'code_expired'
  | 'config_invalid'
  | 'context_store_unavailable'
  | 'context_upstream_unavailable'
  | 'credential_scope_unsafe'
  | 'credentials_missing'
  | 'data_unavailable'
  | 'deadline_exceeded'
  | 'deployment_not_found'
  | 'disposable_email'
  | 'email_delivery_failed'
  | 'email_limit_reached'
  | 'exchange_rejected'
  | 'execution_not_found'
  | 'execution_provider_unavailable'
  | 'execution_store_unavailable'
  | 'feature_not_available'
  | 'idempotency_key_conflict'
  | 'idempotency_key_required'
  | 'insufficient_held_balance'
  | 'insufficient_permissions'
  | 'internal'
  | 'invalid_code'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'invalid_state'
  | 'leaderboard_store_unavailable'
  | 'mandate_exceeded'
  | 'market_not_found'
  | 'name_taken'
  | 'native_action_invalid'
  | 'native_action_unsupported'
  | 'not_found'
  | 'payload_too_large'
  | 'positions_open'
  | 'processor_time_exhausted'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'resend_cooldown'
  | 'response_too_large'
  | 'server_owned_field'
  | 'service_unavailable'
  | 'strategy_invalid'
  | 'symbol_not_canonical'
  | 'symbols_in_use'
  | 'trading_account_not_found'
  | 'unauthorized'
  | 'unsupported_media_type'
  | 'unsupported_runtime_record'
  | 'validation_failed'
  | 'venue_not_ready'
  | 'venue_not_supported'
  | 'venue_setup_in_progress'
  | 'wallet_repository_unavailable'
  | 'wallet_upstream_unavailable'
  | 'withdrawal_authorization_mismatch'
  | 'withdrawal_authorization_unavailable'
  | 'withdrawal_challenge_mismatch'
  | 'withdrawal_email_unavailable'
  | 'withdrawal_identity_unavailable'
  | 'withdrawal_not_found'
  | 'withdrawal_otp_identity_invalid'
  | 'withdrawal_otp_unavailable'
  | 'withdrawal_replay_not_found'
  | 'withdrawal_replay_requires_resume'
  | 'withdrawal_request_cancelled'
  | 'withdrawal_signature_expired'
  | 'withdrawal_signature_invalid'
  | 'withdrawal_state_conflict'
  | 'withdrawal_wallet_unavailable'
  | (string & {});
