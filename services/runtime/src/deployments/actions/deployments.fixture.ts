/** Deployments over a real database, without bots: for what is recorded of them. */
import type { buildDomain } from '../../domain.fixture.js';
import type { DeploymentRecord } from '../record.js';

/** The runtime's domain, as the fixture of it makes it. */
type Domain = Awaited<ReturnType<typeof buildDomain>>;

/** Returns a deployment that an account has created. */
export async function created({ deployments }: Domain, accountId: string, name: string): Promise<DeploymentRecord> {
  const configJson = '{"exchange": {"pair_whitelist": ["BTC/USDC:USDC"]}}';
  const request = { framework: 'freqtrade', venue: 'hyperliquid', mode: 'paper', name, code: 'x = 1', configJson };
  const { deployment } = await deployments.creation.create(request, { accountId, requestId: 'req_1' });
  return deployment;
}

/** Returns one that it has started. */
export async function starting(domain: Domain, accountId: string, name: string): Promise<DeploymentRecord> {
  const { _id } = await created(domain, accountId, name);
  return domain.deployments.lifecycle.start(accountId, _id, {});
}

/** Returns one whose bot has looked at its markets. */
export async function running(domain: Domain, accountId: string, name: string): Promise<DeploymentRecord> {
  const moved = await domain.deployments.store.move(await starting(domain, accountId, name), 'placed');
  if (moved === undefined) throw new Error(`${name} has moved`);
  return moved;
}
