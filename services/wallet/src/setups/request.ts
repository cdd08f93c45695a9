import { type MicroUsdc, parseUsd } from '@platform/kit/money';
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
  const { accountAddress } = request;
  return { accountId, venue, key, accountAddress, amountMicroUsdc: setupAmount(venue, request.amountUsd) };
}

/** Throws `bad_request` below the venue's minimum. */
function setupAmount(venue: SetupRequest['venue'], amountUsd: string): MicroUsdc {
  const { minimumDepositUsd } = venues[venue];
  return usdAmount(amountUsd, { microUsdc: parseUsd(minimumDepositUsd), text: `at least ${minimumDepositUsd}` });
}

/**
 * Reads a request for the setup of a live deployment. Its key is the platform's own: it has a space, which no caller's key can have, so a
 * deployment has one setup and nobody else has it. Throws `venue_not_supported`, `feature_not_available` or `bad_request`.
 */
export function parseDeploymentSetup(request: {
  readonly accountId: string;
  readonly venue: string;
  readonly deploymentId: string;
  readonly amountUsd: string;
}): SetupRequest {
  const venue = requireVenue(request.venue);
  const key = `deployment ${request.deploymentId}`;
  const amountMicroUsdc = setupAmount(venue, request.amountUsd);
  const { accountId, deploymentId } = request;
  return { accountId, venue, key, accountAddress: undefined, amountMicroUsdc, deploymentId };
}
