import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TokenMinter } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens } from '@platform/keys/tokens/testing';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { AGENT_NAME, AgentGrants } from './agent-grants.js';

const clock = new ManualClock(1_700_000_000_000);
const deployment = { deploymentId: 'dep_1', accountId: 'acc_1', venue: 'hyperliquid' };
let tokens: TestTokens;
let grants: AgentGrants;

beforeAll(async () => {
  tokens = await createTestTokens(clock);
  const minter = await TokenMinter.open('runtime', tokens.keyFile('runtime'), clock);
  grants = new AgentGrants(minter, createIdSource(clock, systemRandom));
});

afterAll(() => tokens.remove());

test('a grant names the deployment, its account, its venue and the one agent there', async () => {
  const granted = await tokens.verifier('wallet').verifyGrant(await grants.issue(deployment));
  expect(granted).toEqual({
    ...deployment,
    id: expect.stringMatching(/^agr_/),
    purpose: 'issue_agent',
    agentName: AGENT_NAME,
  });
  expect(await tokens.verifier('wallet').verifyGrant(await grants.end(deployment))).toMatchObject({
    purpose: 'end_agent',
  });
});

test('no two grants are the same one', async () => {
  const ids = await Promise.all(
    [grants.issue(deployment), grants.issue(deployment)].map(async (grant) => {
      const { id } = await tokens.verifier('wallet').verifyGrant(await grant);
      return id;
    }),
  );
  expect(new Set(ids).size).toBe(2);
});
