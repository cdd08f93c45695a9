import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyAttachDeploymentCredentialsDocument,
  LegacyGetDeploymentCredentialsDocument,
  type LegacyGetDeploymentCredentialsQuery,
  LegacyListWalletsDocument,
} from '../../generated/operations.js';
import { exampleVenue, text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { absent } from '../absent.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { credentialsStatus } from './deployment.js';
import { params } from './fields.js';
import { requireIn, type Tree } from './tree.js';
import { walletsOf } from './wallets.js';

type Deployment = LegacyGetDeploymentCredentialsQuery['deployment'];

const WALLET = '0x1000000000000000000000000000000000000001';
const SIMULATED =
  'It trades with simulated money, and needs nothing. For real money make another one whose config says "dry_run": false and ' +
  '"available_capital", the USD that it may use.';
/** Private keys by whatever name. */
const PRIVATE_KEY = /private_?-?key/i;

const address = text('A wallet of the account; the one that its deployments trade with', WALLET).regex(
  /^0x[0-9a-fA-F]{40}$/,
  'must be 0x and 40 hexadecimal digits',
);

/** Fields that are not named pass, so that a private key is refused as such; nothing of them is kept or logged. */
const wanted = z
  .looseObject({
    exchange: text('Its venue', exampleVenue).exactOptional(),
    wallet_address: address.nullish(),
    subaccount_address: text('Sub-accounts are not available', WALLET).nullish(),
  })
  .meta({ examples: [{ exchange: exampleVenue }] });

const view = record(
  {
    credentials_status: credentialsStatus,
    id: text('The deployment', 'dpl_01').exactOptional(),
    exchange: text('Venue', exampleVenue).exactOptional(),
    wallet_address: text('The wallet that it trades with', WALLET).nullable().exactOptional(),
    wallet_source: z
      .enum(['main_trading_wallet', 'provided'])
      .exactOptional()
      .describe('`provided` in the answer to a request that named the wallet'),
    wallet_type: z.enum(['main_wallet', 'agent_wallet']).exactOptional().describe('What `wallet_address` is'),
    agent_wallet_address: absent(z.string(), 'what signs for a wallet is not shown').exactOptional(),
    subaccount_address: absent(z.string(), 'there are no sub-accounts').exactOptional(),
    updated_at: absent(z.string(), 'it is not kept').exactOptional(),
    message: text('What to know', SIMULATED).exactOptional().describe('In the answer for one with simulated money'),
  },
  {
    id: 'LegacyDeploymentCredentials',
    description: 'What a deployment trades real money with; only `credentials_status` where that is missing',
  },
);

const MISSING = { credentials_status: 'missing' } as const;

/** What one has that trades with real money. */
function toStored({ id, venue }: Deployment, wallets: ReadonlyMap<string, string>, isNamed: boolean) {
  return {
    id,
    credentials_status: 'stored',
    exchange: venue,
    wallet_address: wallets.get(venue) ?? null,
    wallet_source: isNamed ? 'provided' : 'main_trading_wallet',
    wallet_type: 'main_wallet',
    ...{ agent_wallet_address: null, subaccount_address: null, updated_at: null },
  } as const;
}

/** Reading what a deployment trades with. */
export function credentialsRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${tree.path}/{id}/credentials`,
    name: `${tree.name}.credentials`,
    successor: 'GET /runtime/deployments/{id}',
    summary: 'Reads whether a deployment has what it trades real money with; nothing secret is shown',
    request: z.object({ ...noFields, params }),
    response: { 200: view },
    refusals: ['deployment_not_found'],
    operations: [LegacyGetDeploymentCredentialsDocument, LegacyListWalletsDocument],
    answer: async ({ params: { id } }, ask) => {
      const { deployment } = await ask(LegacyGetDeploymentCredentialsDocument, { id });
      requireIn(tree, deployment);
      if (deployment.credentials?.attached !== true) return { status: 200, body: MISSING };
      return { status: 200, body: toStored(deployment, await walletsOf([deployment], ask), false) };
    },
  });
}

/** Giving a deployment what it trades with. */
export function attachRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `${tree.path}/{id}/credentials`,
    effect: 'changes',
    name: `${tree.name}.attach-credentials`,
    successor: 'PUT /runtime/deployments/{id}/credentials',
    summary: 'Gives a deployment what it trades real money with; one with simulated money stays as it is',
    request: z.object({ ...noFields, params, body: wanted }),
    response: { 200: view },
    refusals: [
      ...(['invalid_request', 'deployment_not_found', 'feature_not_available', 'invalid_state'] as const),
      ...(['venue_not_supported', 'account_not_owned'] as const),
    ],
    operations: [
      ...[LegacyAttachDeploymentCredentialsDocument, LegacyGetDeploymentCredentialsDocument],
      LegacyListWalletsDocument,
    ],
    answer: async ({ params: { id }, body }, ask) => {
      requireNoKey(body);
      if (body.subaccount_address != null) throw new PlatformError('feature_not_available');
      const { deployment } = await ask(LegacyGetDeploymentCredentialsDocument, { id });
      requireIn(tree, deployment);
      requireVenue(deployment, body.exchange);
      const wallets = await walletsOf([deployment], ask);
      requireWallet(deployment, wallets, body.wallet_address ?? undefined);
      const { attachDeploymentCredentials } = await ask(LegacyAttachDeploymentCredentialsDocument, { input: { id } });
      const { deployment: attached } = attachDeploymentCredentials;
      if (attached.mode === 'live')
        return { status: 200, body: toStored(attached, wallets, body.wallet_address != null) };
      return { status: 200, body: { id, ...MISSING, exchange: attached.venue, message: SIMULATED } };
    },
  });
}

function requireNoKey(body: object): void {
  const fields = Object.keys(body).filter((name) => PRIVATE_KEY.test(name));
  if (fields.length === 0) return;
  const message = 'must not be sent: the platform holds the keys';
  throw new PlatformError('invalid_request', { details: fields.map(() => ({ path: 'private_key', message })) });
}

function requireVenue({ venue }: Deployment, exchange: string | undefined): void {
  if (exchange === undefined || exchange === venue) return;
  throw new PlatformError('venue_not_supported', {
    details: [{ path: 'exchange', message: `must be ${venue}, the venue of the deployment` }],
  });
}

/** All live deployments of an account trade with one wallet, so none can be given another. */
function requireWallet(
  { mode, venue }: Deployment,
  wallets: ReadonlyMap<string, string>,
  named: string | undefined,
): void {
  if (mode !== 'live' || named === undefined || wallets.get(venue)?.toLowerCase() === named.toLowerCase()) return;
  throw new PlatformError('account_not_owned', {
    message: `Deployments trade with ${wallets.get(venue) ?? 'the wallet of the account'}.`,
  });
}
