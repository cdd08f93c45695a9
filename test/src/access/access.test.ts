import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AgentGrant, type Caller, TokenMinter, type Workload, workloads } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { readGrpcTls } from '@platform/rpc/grpc';
import { createTestCertificates, type TestCertificates } from '@platform/rpc/grpc/testing';
import { Caller as RestCaller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { askSubgraph, DirectCalls, FOLLOWED, type Procedure, procedures, SERVICES } from './procedures.js';

/** The only procedures that services call on their own: any other service is refused, with any token. */
const LISTED: Readonly<Record<string, readonly Workload[]>> = {
  'context.BatchGetMarkets': ['runtime'],
  'context.BatchGetTickers': ['feed'],
  'context.ListCandles': ['feed'],
  'context.ListFunding': ['feed'],
  'context.ListInstruments': ['runtime'],
  'context.ResolveHistory': ['runtime'],
  'identity.Authenticate': ['gateway'],
  'identity.AdmitUnauthenticated': ['gateway'],
  'identity.GetAccountLogin': ['wallet'],
  'identity.ReportUsage': ['gateway'],
  'identity.SendWithdrawalCode': ['wallet'],
  'identity.SendLoginChangeNotice': ['wallet'],
  'wallet.EndAgent': ['venue-proxy'],
  'wallet.GiveBackAction': ['execution'],
  'wallet.GetVenueStanding': ['runtime'],
  'wallet.IssueAgent': ['venue-proxy'],
  'wallet.LookUpAction': ['execution'],
  'wallet.ReleaseDeployment': ['runtime'],
  'wallet.ResolveTradingWallet': ['execution'],
  'wallet.SetUpDeployment': ['runtime'],
  'wallet.SignAction': ['execution'],
  'wallet.SignRead': ['execution'],
  'wallet.ApproveFee': ['venue-proxy'],
};
const ACCOUNT = 'acc_access';
const all = await procedures();
let platform: Platform;
let direct: DirectCalls;
let certificates: TestCertificates;
let strangersKeys: TestTokens;

// With mutual TLS between the processes, and their keys replaced while the tests run.
beforeAll(async () => {
  certificates = await createTestCertificates();
  strangersKeys = await createTestTokens(systemClock);
  platform = await Platform.start('its keys are replaced while it runs', {
    ...certificates.settings,
    WORKLOAD_KEY_ROTATION_SECONDS: '5',
    HYPERLIQUID_BUILDER_ADDRESS: `0x${'b1'.repeat(20)}`,
  });
  direct = await DirectCalls.open(platform, certificates.tls);
}, 180_000);

afterAll(async () => {
  direct.close();
  await platform[Symbol.asyncDispose]();
  await Promise.all([certificates.remove(), strangersKeys.remove()]);
}, 180_000);

const keyFile = (workload: Workload) => join(platform.dataDirectory, 'keys', `${workload}.jwk.json`);

/** A token that a process's own key signs, for a caller that the process may or may not speak for. */
/** What the runtime service signs for a deployment of the account. */
async function grant(purpose: AgentGrant['purpose']): Promise<string> {
  const runtime = await TokenMinter.open('runtime', keyFile('runtime'), systemClock);
  const deployment = { deploymentId: 'dep_1', accountId: ACCOUNT, venue: 'hyperliquid', agentName: 'bot-1' };
  return runtime.mintGrant({ ...deployment, id: randomUUID(), purpose });
}

async function mint(signer: Workload, caller: Caller, audience: string): Promise<string> {
  return (await TokenMinter.open(caller.workload, keyFile(signer), systemClock)).mint(caller, audience);
}

const asWorkload = (workload: Workload): Caller => ({
  kind: 'workload',
  workload,
  accountId: ACCOUNT,
  cause: 'a test of who may call what',
});

const users: readonly (readonly [string, Caller, readonly Procedure['users'][]])[] = [
  ['nobody', { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' }, ['anonymous']],
  ['a read key', testUser(ACCOUNT, { permissions: ['read'] }), ['anonymous', 'read']],
  ['a trade key', testUser(ACCOUNT, { permissions: ['trade'] }), ['anonymous', 'read', 'write']],
  ['an all key', testUser(ACCOUNT), ['anonymous', 'read', 'write']],
  ['a session', testUser(ACCOUNT, { credentialType: 'session' }), ['anonymous', 'read', 'write', 'session']],
];

/** Tokens that name a caller with every right, each wrong in one way. */
const badTokens: readonly (readonly [string, (audience: string) => Promise<string>])[] = [
  ['expired', (audience) => mintAt(systemClock.nowMs() - 61_000, audience)],
  [
    'is for another service',
    (audience) => mint('gateway', testUser(ACCOUNT), audience === 'wallet' ? 'runtime' : 'wallet'),
  ],
  ['a foreign key signed', (audience) => strangersKeys.mint(testUser(ACCOUNT), audience)],
];

async function mintAt(timeMs: number, audience: string): Promise<string> {
  const minter = await TokenMinter.open('gateway', keyFile('gateway'), new ManualClock(timeMs));
  return minter.mint(testUser(ACCOUNT), audience);
}

/** Calls each procedure; returns those that did not refuse the caller. */
async function open(tried: readonly Procedure[], tokenFor: (procedure: Procedure) => Promise<string>) {
  const outcomes = await Promise.all(
    tried.map(async (procedure) => [
      `${procedure.service}.${procedure.name}`,
      await direct.refusal(procedure, {}, await tokenFor(procedure)),
    ]),
  );
  return outcomes.filter(([, code]) => code !== 'unauthorized' && code !== 'insufficient_permissions');
}

describe('of all procedures of all services', () => {
  test('those that services may call are the listed ones, and whatever signs is for no user', () => {
    const rows = all.filter(({ workloads: callers }) => callers.length > 0);
    expect(Object.fromEntries(rows.map((row) => [`${row.service}.${row.name}`, row.workloads]))).toEqual(LISTED);
    const signing = all.filter(({ name }) => /^(Sign|Issue|Resolve)/.test(name));
    expect(signing.map(({ users }) => users)).toEqual(signing.map(() => 'none'));
    expect(all.length).toBeGreaterThanOrEqual(40);
  });

  test.each(workloads)('%s is let into none but the listed ones', async (workload) => {
    const others = all.filter(({ service, name }) => !LISTED[`${service}.${name}`]?.includes(workload));
    expect(await open(others, ({ service }) => mint(workload, asWorkload(workload), service))).toEqual([]);
  });

  test.each(users)('%s is let into none but those for users of the kind', async (_name, caller, levels) => {
    const others = all.filter((procedure) => !levels.includes(procedure.users));
    expect(await open(others, ({ service }) => mint('gateway', caller, service))).toEqual([]);
  });

  test.each(workloads.filter((name) => name !== 'gateway'))('%s can not speak for a user', async (workload) => {
    const user = testUser(ACCOUNT, { credentialType: 'session' });
    expect(await open(all, ({ service }) => mint(workload, user, service))).toEqual([]);
    const inItsOwnName = { ...user, workload } as unknown as Caller;
    expect(await open(all, ({ service }) => mint(workload, inItsOwnName, service))).toEqual([]);
  });

  test.each(workloads)(
    '%s can not speak for another process, nor with a token for another service',
    async (workload) => {
      const rivals = workloads.filter((name) => name !== workload);
      for (const rival of rivals)
        expect(await open(all, ({ service }) => mint(workload, asWorkload(rival), service))).toEqual([]);
      expect(await open(all, ({ service }) => mint(workload, asWorkload(workload), `${service}-subgraph`))).toEqual([]);
    },
  );

  test('without a token none answers', async () => {
    expect(await open(all, async () => '')).toEqual([]);
  });

  test.each(badTokens)('with a token that %s none answers', async (_case, tokenFor) => {
    expect(await open(all, ({ service }) => tokenFor(service))).toEqual([]);
  });

  test.each(['shows no certificate', 'shows the certificate of another authority'])(
    'none answers a peer that %s, however good its token',
    async (peer) => {
      const strangers = await createTestCertificates();
      const { GRPC_TLS_CA_FILE } = certificates.settings;
      const stranger = await DirectCalls.open(
        platform,
        peer.endsWith('authority') ? readGrpcTls({ ...strangers.settings, GRPC_TLS_CA_FILE }) : undefined,
      );
      const read = all.find(({ users: level }) => level === 'read')!;
      const token = await mint('gateway', testUser(ACCOUNT), read.service);
      expect(await stranger.refusal(read, {}, token)).toBe('service_unavailable');
      expect(await direct.refusal(read, {}, token)).not.toBe('service_unavailable');
      stranger.close();
      await strangers.remove();
    },
  );
});

describe.each(FOLLOWED)('the changes of %s', (service) => {
  test('are told to the gateway alone, with a token for the service', async () => {
    const watch = (token: string) => direct.watchRefusal(service, token);
    expect(await watch(await mint('gateway', asWorkload('gateway'), service))).toBeUndefined();
    const refused = [
      ...workloads.filter((name) => name !== 'gateway').map((name) => mint(name, asWorkload(name), service)),
      ...workloads.filter((name) => name !== 'gateway').map((name) => mint(name, asWorkload('gateway'), service)),
      ...users.map(([, caller]) => mint('gateway', caller, service)),
      ...badTokens.map(([, tokenFor]) => tokenFor(service)),
      mint('gateway', asWorkload('gateway'), service === 'wallet' ? 'runtime' : 'wallet'),
      Promise.resolve(''),
    ];
    const outcomes = await Promise.all((await Promise.all(refused)).map(watch));
    expect(outcomes.filter((code) => code !== 'unauthorized' && code !== 'insufficient_permissions')).toEqual([]);
  });
});

describe.each(SERVICES)('the %s subgraph', (service) => {
  test('answers whom the gateway names, and nobody else', async () => {
    const { pem } = certificates.tls;
    const ask = async (token: string | undefined) => (await askSubgraph(platform, service, { token, pem })).code;
    expect(await ask(await mint('gateway', testUser(ACCOUNT), service))).toBeUndefined();
    expect(await ask(undefined)).toBe('unauthorized');
    for (const [, tokenFor] of badTokens) expect(await ask(await tokenFor(service))).toBe('unauthorized');
    const others = workloads.filter((name) => name !== 'gateway');
    const forged = others.map((name) =>
      mint(name, { ...testUser(ACCOUNT), workload: name } as unknown as Caller, service),
    );
    for (const token of await Promise.all(forged)) expect(await ask(token)).toBe('unauthorized');
  });

  test('answers no peer that shows no certificate of the platform, however good its token', async () => {
    const token = await mint('gateway', testUser(ACCOUNT), service);
    const { ca } = certificates.tls.pem;
    await expect(askSubgraph(platform, service, { token, pem: { ca } })).rejects.toThrow();
  });
});

test('the keys of all processes are replaced while they run, and no call fails by it', async () => {
  const caller = await RestCaller.register(platform, 'rotation@example.com');
  const signingKeys = () =>
    Promise.all(workloads.map(async (workload) => JSON.parse(await readFile(keyFile(workload), 'utf8')).kid));
  const giveUpAtMs = performance.now() + 60_000;
  let replacedAtMs: number | undefined;
  const statuses = new Set<number>();
  // On past the time by which every process has noticed.
  while (replacedAtMs === undefined || performance.now() < replacedAtMs + 8_000) {
    statuses.add((await caller.send('GET', '/account')).status);
    // On a slow machine more than once.
    const areReplaced = (await signingKeys()).every((kid) => !kid.endsWith('-1'));
    if (areReplaced) replacedAtMs ??= performance.now();
    if (performance.now() > giveUpAtMs) throw new Error('the keys were not replaced');
    await wait(250);
  }
  expect([...statuses]).toEqual([200]);
});

const UNACCEPTED = 'wallet_upstream_unavailable';

test.each([
  // The first makes the account's wallet. The venue, which knows no such account, accepts nothing of it: only permitted callers get there.
  ['IssueAgent', 'venue-proxy', { venue: 'hyperliquid', agentName: 'bot-1', purpose: 'issue_agent' }, UNACCEPTED],
  ['ApproveFee', 'venue-proxy', { venue: 'hyperliquid', purpose: 'issue_agent' }, UNACCEPTED],
  ['EndAgent', 'venue-proxy', { venue: 'hyperliquid', agentName: 'bot-1', purpose: 'end_agent' }, UNACCEPTED],
  [
    'SignAction',
    'execution',
    { venue: 'hyperliquid', actionJson: '{"type":"cancel","cancels":[{"a":0,"o":1}]}' },
    undefined,
  ],
  // Nonces of the venue need only be new: nothing is to be done.
  ['GiveBackAction', 'execution', { venue: 'hyperliquid', nonce: '1', actionHash: '0x01' }, undefined],
  // Everybody may read orders of the venue: only permitted callers get that answer.
  ['SignRead', 'execution', { venue: 'hyperliquid', path: '/data/orders' }, 'feature_not_available'],
  // Executions there are looked up at the venue, by the execution service itself.
  [
    'LookUpAction',
    'execution',
    { venue: 'hyperliquid', actionJson: '{}', expiresAfterMs: '1', nonce: '1', actionHash: '0x01' },
    'feature_not_available',
  ],
  // The account has no money at the venue: only permitted callers get that answer.
  ['ResolveTradingWallet', 'execution', { venue: 'hyperliquid' }, 'account_not_ready'],
] as const)('%s serves %s for the account of its token, and for no other', async (name, workload, request, served) => {
  const procedure = all.find((each) => each.service === 'wallet' && each.name === name)!;
  const token = await mint(workload, asWorkload(workload), 'wallet');
  const granted = 'purpose' in request ? { ...request, grant: await grant(request.purpose) } : request;
  const whole = { ...granted, userToken: await mint('gateway', testUser(ACCOUNT), 'execution') };
  expect(await direct.refusal(procedure, { ...whole, accountId: ACCOUNT }, token)).toBe(served);
  expect(await direct.refusal(procedure, { ...whole, accountId: 'acc_other' }, token)).toBe('insufficient_permissions');
});
