import { PlatformError, parse } from '@platform/errors';
import type { AttachDeploymentCredentialsRequest } from '@platform/protos/runtime';
import { z } from 'zod';
import type { LiveDeployments } from '../../live/live-deployments.js';
import type { DeploymentRecord } from '../record.js';
import type { DeploymentStore } from '../store.js';

const schema = z.object({
  type: z.enum(['managed', 'self_custody']).default('managed'),
  scope: z.enum(['trade', 'unrestricted', 'withdraw']).default('trade'),
  allow_unscoped_credential: z.boolean(),
  acknowledge_withdrawal_risk: z.boolean(),
  acknowledge_not_recommended: z.boolean(),
});

interface CredentialParts {
  readonly store: Pick<DeploymentStore, 'get' | 'note'>;
  readonly live: Pick<LiveDeployments, 'requireOn' | 'now' | 'reattach'>;
}

/**
 * Gives an account's deployment what it trades with; on paper it needs nothing, and stays as it is. Throws `invalid_request`,
 * `deployment_not_found`, `feature_not_available` (self-custody), `credential_scope_unsafe` or `invalid_state` (it is deleted).
 */
export async function attachCredentials(
  { store, live }: CredentialParts,
  accountId: string,
  request: AttachDeploymentCredentialsRequest,
): Promise<DeploymentRecord> {
  const wanted = parse(schema, {
    type: request.type,
    scope: request.scope,
    allow_unscoped_credential: request.allowUnscopedCredential,
    acknowledge_withdrawal_risk: request.acknowledgeWithdrawalRisk,
    acknowledge_not_recommended: request.acknowledgeNotRecommended,
  });
  const record = await store.get(accountId, request.id);
  if (wanted.type === 'self_custody') throw new PlatformError('feature_not_available');
  const { allow_unscoped_credential: allowed, acknowledge_withdrawal_risk: riskKnown } = wanted;
  const isAcknowledged = allowed && riskKnown && wanted.acknowledge_not_recommended;
  if (wanted.scope !== 'trade' && !isAcknowledged) throw new PlatformError('credential_scope_unsafe');
  const { status } = record;
  if (status === 'deleting' || status === 'deleted')
    throw new PlatformError('invalid_state', { details: { status, action: 'attach_credentials' } });
  return record.mode === 'live' ? reattached(record, { store, live }) : record;
}

/** Its bot, or its next start, is given another agent where the venue knows the former one no more. */
async function reattached(record: DeploymentRecord, { store, live }: CredentialParts): Promise<DeploymentRecord> {
  live.requireOn();
  const fields = { credentialsAttachedAt: live.now(), credentialsStatus: 'attached' as const };
  await store.note([{ id: record._id, generation: record.generation, fields }]);
  await live.reattach(record);
  return store.get(record.accountId, record._id);
}
