import { parseUsd } from '@platform/kit/money';
import { requireIdempotencyKey } from '@platform/store/mongo';
import { venues } from '@platform/venues/registry';
import { usdAmount } from '../requests.js';
import { requireVenue } from '../venues/supported-venues.js';
import type { SetupRequest } from './setups.js';

/**
 * Reads a request for a setup. Throws `venue_not_supported`, `feature_not_available` (a planned venue), `idempotency_key_required` or
 * `bad_request`.
 */
export function parseSetup(
  accountId: string,
  request: {
    readonly venue: string;
    readonly amountUsd: string;
    readonly idempotencyKey: string;
    readonly accountAddress?: string | undefined;
  },
): SetupRequest {
  const venue = requireVenue(request.venue);
  const key = requireIdempotencyKey(request.idempotencyKey);
  const { minimumDepositUsd } = venues[venue];
  const minimum = { microUsdc: parseUsd(minimumDepositUsd), text: `at least ${minimumDepositUsd}` };
  const { accountAddress } = request;
  return { accountId, venue, key, accountAddress, amountMicroUsdc: usdAmount(request.amountUsd, minimum) };
}
