import { PlatformError } from '@platform/errors';
import type { Secret } from '@platform/kit/config';
import {
  type CreationPosition,
  CursorCodec,
  creationListFields,
  creationPosition,
  type Page,
  parseListRequest,
  readNewestFirst,
} from '@platform/kit/cursors';
import type { ListDeploymentsRequest } from '@platform/protos/runtime';
import { frameworkIds, venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import type { DeploymentRecord } from './record.js';
import { deploymentStatuses } from './state.js';
import type { DeploymentStore } from './store.js';

const schema = z.object({
  ...creationListFields,
  status: z.enum(deploymentStatuses).optional(),
  statuses: z.array(z.enum(deploymentStatuses)).max(deploymentStatuses.length),
  venue: z.enum(venueIds).optional(),
  framework: z.enum(frameworkIds).optional(),
  mode: z.enum(['paper', 'live']).optional(),
});

/** Makes the cursors of the list, signed with a secret. */
export function deploymentCursors(secret: Secret<Buffer>): CursorCodec<CreationPosition> {
  return new CursorCodec(secret, creationPosition);
}

/** Returns the account's deployments, newest first. Throws `invalid_request` and `invalid_cursor`. */
export async function listDeployments(
  store: DeploymentStore,
  cursors: CursorCodec<CreationPosition>,
  accountId: string,
  request: ListDeploymentsRequest,
): Promise<Page<DeploymentRecord>> {
  const { status, statuses: several, venue, framework, mode, ...page } = parseListRequest(schema, request);
  if (status !== undefined && several.length > 0)
    throw new PlatformError('invalid_request', {
      details: [{ path: 'statuses', message: 'must not be sent together with status' }],
    });
  const named = status === undefined ? several : [status];
  const filters = { venue, framework, mode };
  const statuses = named.length === 0 ? undefined : named;
  return readNewestFirst(page, {
    cursors,
    scope: { list: 'deployments by creation', accountId, filters: { ...filters, statuses: statuses?.join() } },
    find: (older, limit) => store.list(accountId, { ...filters, statuses }, { older, limit }),
  });
}
