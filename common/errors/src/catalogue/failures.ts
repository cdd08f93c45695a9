import { Status as status } from '@grpc/grpc-js/build/src/constants.js';
import { type CatalogueEntry, DOWN, entry } from './entry.js';

/** What the platform could not do (500 and above). */
export const failures = {
  internal: entry(
    500,
    status.INTERNAL,
    'Something went wrong on our side.',
    'An error that is not documented happened.',
    'Report the request id.',
  ),
  feature_not_available: entry(
    501,
    status.UNIMPLEMENTED,
    'This is not available yet.',
    'The feature is planned.',
    'Follow the documentation.',
  ),
  context_upstream_unavailable: entry(
    502,
    DOWN,
    'The market listing can not be read.',
    "The venue's listing failed or timed out.",
    'Try again later.',
  ),
  wallet_upstream_unavailable: entry(
    502,
    DOWN,
    'A balance can not be read.',
    "The wallet provider, a chain or an onboarded venue can't be read, or the platform can't pay for a transfer now (details.reason).",
    'Try again later.',
  ),
  execution_provider_unavailable: entry(
    503,
    DOWN,
    'Executions are not available.',
    'The execution backends are incomplete.',
    'Try again later; nothing was claimed.',
  ),
  context_store_unavailable: entry(
    503,
    DOWN,
    'The market store can not be read.',
    'Storage permission, network or availability failed.',
    'Try again later.',
  ),
  leaderboard_store_unavailable: entry(
    503,
    DOWN,
    'The leaderboard can not be read.',
    'Its store is unreadable.',
    'Try again later.',
  ),
  execution_store_unavailable: entry(
    503,
    DOWN,
    'The execution records can not be read.',
    'Their store is unreadable.',
    'Try again later.',
  ),
  wallet_repository_unavailable: entry(
    503,
    DOWN,
    'The wallet records can not be read.',
    'Their store is unreadable.',
    'Try again later.',
  ),
  withdrawal_otp_unavailable: entry(
    503,
    DOWN,
    'Codes can not be issued.',
    'The challenge store is down.',
    'Try again later.',
  ),
  withdrawal_authorization_unavailable: entry(
    503,
    DOWN,
    'Withdrawals can not be authorized.',
    "The verifier or its store is down, or the account's login has changed within a day (details.reason is login_changed).",
    'Try again later; after a change of the login, after retry_after_seconds.',
  ),
  email_delivery_failed: entry(
    503,
    DOWN,
    'The message could not be sent.',
    'The e-mail provider refused or did not answer.',
    'Try again later.',
  ),
  service_unavailable: entry(
    503,
    DOWN,
    'A part of the platform is down.',
    'A service or its store can not be reached.',
    'Try again later.',
  ),
  deadline_exceeded: entry(
    504,
    status.DEADLINE_EXCEEDED,
    'The request took too long.',
    'The deadline passed; a write may still happen.',
    'Read the record, or repeat with the same idempotency key.',
  ),
} as const satisfies Record<string, CatalogueEntry>;
