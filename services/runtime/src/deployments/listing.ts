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
  const { status, venue, framework, mode, ...page } = parseListRequest(schema, request);
  const filters = { status, venue, framework, mode };
  return readNewestFirst(page, {
    cursors,
    scope: { list: 'deployments by creation', accountId, filters },
    find: (older, limit) => store.list(accountId, filters, { older, limit }),
  });
}
