import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/clock';
import { type Caller, readSigningKey, TokenMinter, type Workload, workloads } from '@platform/tokens';
import { testUser } from '@platform/tokens/testing';
import { Platform } from '../platform/platform.js';
import { DirectCalls, type Procedure, procedures } from './procedures.js';

/** The only procedures that services call on their own: whoever is not named here is refused, by whatever token. */
const LISTED: Readonly<Record<string, readonly Workload[]>> = {
  'context.BatchGetMarkets': ['runtime'],
  'context.ResolveCandles': ['runtime'],
  'identity.Authenticate': ['gateway'],
  'identity.AdmitUnauthenticated': ['gateway'],
  'identity.GetAccountLogin': ['wallet'],
  'identity.ReportUsage': ['gateway'],
  'identity.SendWithdrawalCode': ['wallet'],
  'wallet.IssueHyperliquidAgent': ['venue-proxy'],
  'wallet.ResolveTradingWallet': ['execution'],
  'wallet.SignHyperliquidAction': ['execution'],
};
const ACCOUNT = 'acc_access';
const all = await procedures();
let platform: Platform;
let direct: DirectCalls;

beforeAll(async () => {
  platform = await Platform.start();
  direct = await DirectCalls.open(platform);
}, 180_000);

afterAll(async () => {
  direct.close();
  await platform[Symbol.asyncDispose]();
});

/** A token that a process's own key signs, for a caller that the process may or may not speak for. */
async function mint(signer: Workload, caller: Caller, audience: string): Promise<string> {
  const key = await readSigningKey(join(platform.dataDirectory, 'keys', `${signer}.jwk.json`));
  return new TokenMinter(caller.workload, key, systemClock).mint(caller, audience);
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

/** Calls each procedure; gives those that did not refuse the caller. */
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
});

test.each([
  // The first makes the account's wallet.
  ['IssueHyperliquidAgent', 'venue-proxy', { agentName: 'bot-1' }],
  ['SignHyperliquidAction', 'execution', { actionJson: '{"type":"noop"}' }],
  ['ResolveTradingWallet', 'execution', { venue: 'hyperliquid' }],
] as const)('%s serves %s for the account of its token, and for no other', async (name, workload, request) => {
  const procedure = all.find((each) => each.service === 'wallet' && each.name === name)!;
  const token = await mint(workload, asWorkload(workload), 'wallet');
  expect(await direct.refusal(procedure, { ...request, accountId: ACCOUNT }, token)).toBeUndefined();
  expect(await direct.refusal(procedure, { ...request, accountId: 'acc_other' }, token)).toBe(
    'insufficient_permissions',
  );
});
