import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createL1ActionHash } from '@nktkas/hyperliquid/signing';
import { type AgentGrant, type Caller, type Workload, workloads } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import { type Address, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { startTestServer, type TestServer } from '../testing/server.js';
import { BUILDER } from '../testing/venue.js';

const venue = 'hyperliquid';
const order = {
  type: 'order',
  orders: [{ a: 0, b: true, p: '100000', s: '0.001', r: false, t: { limit: { tif: 'Gtc' } } }],
  grouping: 'na',
};
const actionJson = JSON.stringify(order);
/** Every answer except an agent's key, which is meant for the caller. */
const answered: unknown[] = [];
let server: TestServer;
let address: Address;
let walletId: string;

beforeAll(async () => {
  server = await startTestServer('test_wallet_signing');
  ({ _id: walletId, address } = await server.domain.wallets.primary('acc_1'));
  await server.domain.wallets.primary('acc_2');
  server.venue.equity.set(address.toLowerCase(), '10.0');
});

afterAll(() => server.close());

function asWorkload(workload: Workload, accountId = 'acc_1'): Caller {
  return { kind: 'workload', workload, accountId, cause: 'execution exe_1' };
}

/** Returns callers other than the one workload that a procedure is for. */
function others(allowed: Workload): Caller[] {
  const strangers = workloads.filter((workload) => workload !== allowed).map((workload) => asWorkload(workload));
  return [...strangers, testUser('acc_1'), { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' }];
}

async function sign(action: string, caller = asWorkload('execution'), accountId = 'acc_1', from?: string) {
  const userToken = await server.userToken(testUser(accountId));
  const answer = server.client.signAction(
    { accountId, venue, actionJson: action, userToken, ...(from && { address: from }) },
    await server.as(caller),
  );
  answered.push(await answer.catch((error: unknown) => error));
  return answer;
}

let granted = 0;
/** Returns a grant that the runtime service signs for a deployment of the account. */
const grantFor = (overrides: Partial<AgentGrant> = {}) =>
  server.grant({
    id: `agr_${granted++}`,
    purpose: 'issue_agent',
    deploymentId: 'dep_1',
    ...{ accountId: 'acc_1', venue, agentName: 'bot' },
    ...overrides,
  });

async function issue(caller = asWorkload('venue-proxy'), agentName = 'bot', grant?: string, accountId = 'acc_1') {
  const request = { accountId, venue, agentName, grant: grant ?? (await grantFor({ agentName: agentName || '-' })) };
  return server.client.issueAgent(request, await server.as(caller));
}

describe('SignRead', () => {
  const read = { accountId: 'acc_1', venue, path: '/data/orders' };

  test('has nothing to do at a venue that shows orders to everybody', async () => {
    const reading = server.client.signRead(read, await server.as(asWorkload('execution')));
    await expect(reading).rejects.toMatchObject({ code: 'feature_not_available' });
  });

  test('is refused to everybody but execution, and for another account', async () => {
    for (const caller of [...others('execution'), asWorkload('execution', 'acc_2')])
      await expect(server.client.signRead(read, await server.as(caller))).rejects.toMatchObject({
        code: 'insufficient_permissions',
      });
  });
});

describe('GiveBackAction', () => {
  const signed = { accountId: 'acc_1', venue, nonce: 1, actionHash: `0x${'ab'.repeat(32)}` };

  test('has nothing to do at a venue whose nonces need only be new', async () => {
    await expect(server.client.giveBackAction(signed, await server.as(asWorkload('execution')))).resolves.toEqual({});
  });

  test('is refused to everybody but execution, and for another account', async () => {
    for (const caller of [...others('execution'), asWorkload('execution', 'acc_2')])
      await expect(server.client.giveBackAction(signed, await server.as(caller))).rejects.toMatchObject({
        code: 'insufficient_permissions',
      });
  });
});

describe('LookUpAction', () => {
  const sent = { accountId: 'acc_1', venue, actionJson, nonce: 1, actionHash: `0x${'ab'.repeat(32)}` };

  test('has nothing to do at a venue that shows its actions itself', async () => {
    const looking = server.client.lookUpAction(sent, await server.as(asWorkload('execution')));
    await expect(looking).rejects.toMatchObject({ code: 'feature_not_available' });
  });

  test('is refused to everybody but execution, and for another account', async () => {
    for (const caller of [...others('execution'), asWorkload('execution', 'acc_2')])
      await expect(server.client.lookUpAction(sent, await server.as(caller))).rejects.toMatchObject({
        code: 'insufficient_permissions',
      });
  });
});

describe('SignAction', () => {
  test('signs as the account’s wallet under a nonce of its own, and names what it signed', async () => {
    const { address: signer, nonce, actionHash, signatureJson } = await sign(actionJson);
    expect({ signer, nonce }).toEqual({ signer: address, nonce: server.clock.nowMs() });
    expect(actionHash).toBe(createL1ActionHash({ action: order, nonce }));
    expect(JSON.parse(signatureJson)).toEqual({
      r: expect.stringMatching(/^0x/),
      s: expect.stringMatching(/^0x/),
      v: expect.any(Number),
    });
    expect((await sign(actionJson)).nonce).toBe(nonce + 1);
  });

  test('is refused to everybody but execution', async () => {
    for (const caller of others('execution'))
      await expect(sign(actionJson, caller)).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });

  test('is refused without the token of a user of the account who may trade', async () => {
    const signFor = async (user: Caller) =>
      server.client.signAction(
        { accountId: 'acc_1', venue, actionJson, userToken: await server.userToken(user) },
        await server.as(asWorkload('execution')),
      );
    await expect(signFor(testUser('acc_1', { permissions: ['trade'] }))).resolves.toMatchObject({ address });
    for (const user of [
      testUser('acc_2'),
      testUser('acc_1', { permissions: ['read'] }),
      { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' } as const,
    ])
      await expect(signFor(user)).rejects.toMatchObject({ code: 'insufficient_permissions' });
    const ofTheWallet = (await server.as(testUser('acc_1'))).token;
    for (const userToken of ['', ofTheWallet])
      await expect(
        server.client.signAction(
          { accountId: 'acc_1', venue, actionJson, userToken },
          await server.as(asWorkload('execution')),
        ),
      ).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('is refused for another account than the token’s', async () => {
    await expect(sign(actionJson, asWorkload('execution'), 'acc_2')).rejects.toMatchObject({
      code: 'insufficient_permissions',
    });
  });

  test.each(['withdraw3', 'usdSend', 'approveAgent', 'approveBuilderFee', 'convertToMultiSigUser'])(
    'signs no %s, no matter who asks',
    async (type) => {
      await expect(sign(JSON.stringify({ type }))).rejects.toMatchObject({ code: 'native_action_unsupported' });
    },
  );

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no type', '{}'],
    ['an inexact integer', '{"type":"noop","n":9007199254740993}'],
    ['a fraction', '{"type":"noop","n":0.5}'],
    ['too many levels', `{"type":"noop","n":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['too much text', JSON.stringify({ type: 'noop', n: 'x'.repeat(70_000) })],
  ])('refuses %s', async (_what, text) => {
    await expect(sign(text)).rejects.toMatchObject({ code: 'native_action_invalid' });
  });
});

describe('IssueAgent', () => {
  test('gives a key that is the approved agent’s, and keeps it sealed', async () => {
    const { agentAddress, agentPrivateKey, address: trader } = await issue();
    expect(trader).toBe(address);
    expect(privateKeyToAddress(toHex(agentPrivateKey))).toBe(agentAddress);
    expect(server.venue.approvals.at(-1)).toMatchObject({
      ...{ type: 'approveAgent', agentAddress: agentAddress.toLowerCase(), agentName: 'bot' },
      nonce: expect.any(Number),
    });
    expect(await server.connection.collection('agents').findOne({ agentAddress })).toMatchObject({
      accountId: 'acc_1',
      walletId,
      venue: 'hyperliquid',
      sealedKey: { version: 1 },
    });
  });

  test('of the same name ends the former agent, whose key is deleted', async () => {
    const agents = server.connection.collection('agents');
    const [first, second] = [await issue(undefined, 'again'), await issue(undefined, 'again')];
    const stored = (agentAddress: string) => agents.findOne({ agentAddress });
    expect(await stored(first.agentAddress)).toMatchObject({ endedAt: expect.any(Date) });
    expect(await stored(first.agentAddress)).not.toHaveProperty('sealedKey');
    expect(await stored(second.agentAddress)).toHaveProperty('sealedKey');
  });

  test('is refused to everybody but the venue proxy', async () => {
    for (const caller of others('venue-proxy'))
      await expect(issue(caller)).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });

  test.each(['seventeen-letters', 'a b'])('refuses the name %j', async (name) => {
    await expect(issue(undefined, name)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  const refused = { code: 'insufficient_permissions' };

  test('is refused to a proxy without a grant, and with one that was spent, for the fee too', async () => {
    await expect(issue(undefined, 'bot', '')).rejects.toMatchObject(refused);
    const grant = await grantFor();
    await issue(undefined, 'bot', grant);
    await expect(issue(undefined, 'bot', grant)).rejects.toMatchObject(refused);
    const approve = async () =>
      server.client.approveFee({ accountId: 'acc_1', venue, grant }, await server.as(asWorkload('venue-proxy')));
    await approve();
    await expect(approve()).rejects.toMatchObject(refused);
  });

  test('gives a proxy that was taken over no agent of another account, whatever it says that it serves', async () => {
    const own = () => grantFor({ accountId: 'acc_1' });
    const intruder = asWorkload('venue-proxy', 'acc_2');
    await expect(issue(intruder, 'bot', await own(), 'acc_2')).rejects.toMatchObject(refused);
    await expect(issue(intruder, 'bot', await own(), 'acc_1')).rejects.toMatchObject(refused);
    const proxyToken = (await server.as(intruder)).token;
    await expect(issue(intruder, 'bot', proxyToken, 'acc_2')).rejects.toMatchObject(refused);
    expect(await server.connection.collection('agents').countDocuments({ accountId: 'acc_2' })).toBe(0);
  });

  test.each<[string, Partial<AgentGrant>]>([
    ['another agent', { agentName: 'other' }],
    ['another venue', { venue: 'lighter' }],
    ['an ending', { purpose: 'end_agent' }],
  ])('is refused for a grant of %s', async (_what, overrides) => {
    await expect(issue(undefined, 'bot', await grantFor(overrides))).rejects.toMatchObject(refused);
  });

  test('is refused for a grant that has expired', async () => {
    const grant = await grantFor();
    server.clock.advance(121_000);
    await expect(issue(undefined, 'bot', grant)).rejects.toMatchObject(refused);
  });

  test('leaves a record of the deployment that it was for', async () => {
    const grant = await grantFor({ id: 'agr_kept', deploymentId: 'dep_kept' });
    await issue(undefined, 'bot', grant);
    const spent = server.connection.collection<{ _id: string }>('agent_grants');
    expect(await spent.findOne({ _id: 'agr_kept:agent' })).toMatchObject({ deploymentId: 'dep_kept' });
    const signatures = server.connection.collection('signatures');
    expect(await signatures.findOne({ cause: 'deployment dep_kept' })).toMatchObject({ family: 'approve_agent' });
  });
});

describe('EndAgent', () => {
  async function end(grant: string, caller = asWorkload('venue-proxy')) {
    const request = { accountId: 'acc_1', venue, agentName: 'bot', grant };
    return server.client.endAgent(request, await server.as(caller));
  }

  test('approves nobody under the agent’s name, and forgets its key', async () => {
    const { agentAddress } = await issue();
    await end(await grantFor({ purpose: 'end_agent' }));
    const action = server.venue.approvals.at(-1);
    expect(action).toMatchObject({ type: 'approveAgent', agentName: 'bot' });
    expect(action?.['agentAddress']).not.toBe(agentAddress.toLowerCase());
    const kept = await server.connection.collection('agents').findOne({ agentAddress });
    expect(kept).toMatchObject({ endedAt: expect.any(Date) });
    expect(kept).not.toHaveProperty('sealedKey');
  });

  test('that the venue does not accept keeps the agent’s record, and is repeated with its grant', async () => {
    const { agentAddress } = await issue();
    const grant = await grantFor({ purpose: 'end_agent' });
    server.venue.refusal = `Must deposit before performing actions. User: ${address}`;
    await expect(end(grant)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    server.venue.refusal = undefined;
    expect(await server.connection.collection('agents').findOne({ agentAddress })).not.toHaveProperty('endedAt');
    await end(grant);
    expect(await server.connection.collection('agents').findOne({ agentAddress })).toHaveProperty('endedAt');
  });

  test('is refused to everybody but the venue proxy, and to it without a grant of its own', async () => {
    for (const caller of others('venue-proxy'))
      await expect(end(await grantFor({ purpose: 'end_agent' }), caller)).rejects.toMatchObject({
        code: 'insufficient_permissions',
      });
    await expect(end(await grantFor())).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });
});

describe('ApproveFee', () => {
  const approve = async (caller = asWorkload('venue-proxy')) =>
    server.client.approveFee({ accountId: 'acc_1', venue, grant: await grantFor() }, await server.as(caller));

  test('approves the fee of the platform’s own builder, and no other', async () => {
    const { builderAddress, maximumFeeTenthsOfBasisPoint } = await approve();
    expect([builderAddress, maximumFeeTenthsOfBasisPoint]).toEqual([BUILDER, 10]);
    expect(server.venue.approvals.at(-1)).toMatchObject({
      ...{ type: 'approveBuilderFee', builder: builderAddress, maxFeeRate: '0.01%' },
      nonce: expect.any(Number),
    });
  });

  test('is refused to everybody but the venue proxy', async () => {
    for (const caller of others('venue-proxy'))
      await expect(approve(caller)).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });
});

describe('ResolveTradingWallet', () => {
  async function resolve(
    wallet: { address?: string },
    accountId = 'acc_1',
    caller = asWorkload('execution', accountId),
  ) {
    const request = { accountId, venue, ...wallet };
    return (await server.client.resolveTradingWallet(request, await server.as(caller))).address;
  }

  test('gives the default wallet, and the named one in any case', async () => {
    expect(await resolve({})).toBe(address);
    expect(await resolve({ address: address.toLowerCase() })).toBe(address);
  });

  test('refuses another account’s wallet, nobody’s, and what is no address', async () => {
    const foreign = (await server.domain.wallets.primary('acc_2')).address;
    for (const other of [foreign, '0x1000000000000000000000000000000000000001', 'x'])
      await expect(resolve({ address: other })).rejects.toMatchObject({ code: 'account_not_owned' });
  });

  test('is account_not_ready where the wallet is not set up at the venue, and names the setup', async () => {
    await expect(resolve({}, 'acc_new')).rejects.toMatchObject({
      code: 'account_not_ready',
      details: { venue, setup: null },
    });
    const { address: made, _id } = await server.domain.wallets.primary('acc_new');
    const setup = { _id: 'set_1', status: 'processing', step: 'credit', createdAt: new Date() } as const;
    await server.connection
      .collection<{ _id: string; walletId: string; venue: string }>('setups')
      .insertOne({ ...setup, walletId: _id, venue });
    const named = { venue, setup: { id: 'set_1', status: 'processing', step: 'credit' } };
    await expect(resolve({}, 'acc_new')).rejects.toMatchObject({ code: 'account_not_ready', details: named });
    server.venue.equity.set(made.toLowerCase(), '1.0');
    expect(await resolve({}, 'acc_new')).toBe(made);
  });

  test('asks the venue no more once the wallet had money there, and leaves it to the venue where that does not say', async () => {
    server.venue.isDown = true;
    expect(await resolve({})).toBe(address);
    expect(await resolve({}, 'acc_other')).toBe((await server.domain.wallets.primary('acc_other')).address);
    server.venue.isDown = false;
  });

  test.each(['binance', 'nowhere'])('refuses a wallet at %s', async (other) => {
    const request = { accountId: 'acc_1', venue: other };
    await expect(
      server.client.resolveTradingWallet(request, await server.as(asWorkload('execution'))),
    ).rejects.toMatchObject({ code: 'venue_not_supported' });
  });

  test('is refused to everybody but execution', async () => {
    for (const caller of others('execution'))
      await expect(resolve({}, 'acc_1', caller)).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });
});

test('no log line, answer, error or record of all this holds a key', async () => {
  const collections = await server.connection.listCollections();
  const records = await Promise.all(collections.map(({ name }) => server.connection.collection(name).find().toArray()));
  const seen = [...server.logged, JSON.stringify(answered), JSON.stringify(records)].join('\n');
  expect(seen).toContain('native_action_unsupported');
  expect(seen).toContain('approve_agent');
  for (const spelling of server.keySpellings()) expect(seen).not.toContain(spelling);
});
