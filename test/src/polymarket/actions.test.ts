import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { systemClock } from '@platform/kit/clock';
import { type JsonObject, JsonRefused, parseJsonObject } from '@platform/kit/json';
import { isSampling, seededRandom, seedFor } from '@platform/kit/sampling';
import type {
  ActionSignature,
  OpenVenue,
  RequestedAction,
  SignedRead,
  SubmissionAnswer,
} from '@platform/venues/native-actions';
import { openPolymarket, polymarketActions } from '@platform/venues/polymarket/execution';
import { ActionsAtRandom } from '@platform/venues/polymarket/execution/testing';
import {
  newTrader,
  pickMarket,
  Side,
  startTestVenue,
  type TestVenue,
  type Trader,
} from '@platform/venues/polymarket/sandbox/testing';
import { readHeaders, tradingRequests } from '@platform/venues/polymarket/wallet';

/** Actions at random against the sandbox venue: they are refused as documented, or signed, and then the venue has a verdict on them. */

const seed = Number(process.env['POLYMARKET_ACTIONS_SEED'] ?? seedFor('polymarket actions') ?? randomInt(2 ** 31));
const ACTIONS = isSampling ? 300 : 1_500;
/** The families that the CLOB takes. */
const OF_CLOB = /^(order|place(Limit|Market)Order|cancel\w+)$/;
/** Every signer has 40 orders a second. */
const PAUSE_MS = 50;

let sandbox: TestVenue;
let trader: Trader;
let opened: OpenVenue;
let actions: ActionsAtRandom;
const signed: ActionSignature[] = [];

beforeAll(async () => {
  sandbox = await startTestVenue();
  trader = await newTrader(sandbox, 1_000_000, 'wallet');
  const { account, wallet: depositWallet, creds } = trader;
  const { tokenId, conditionId } = await pickMarket(trader);
  const restingPrice = '0.1';
  const resting = { tokenID: tokenId, price: Number(restingPrice), side: Side.BUY, size: 5 };
  const { orderID } = await trader.client.createAndPostOrder(resting);
  const endS = Math.floor(sandbox.clock.nowMs() / 1_000) + 86_400;
  actions = new ActionsAtRandom(seededRandom(seed), { tokenId, conditionId, orderId: orderID, restingPrice, endS });
  const clobAccount = { depositWallet, credentialsOf: account.address, credentials: creds };
  const onChain = async () => {
    throw new Error('the CLOB takes all actions of this test');
  };
  const family = tradingRequests(async () => clobAccount, { termsOf: onChain, sign: onChain }, sandbox.clock);
  const signer = {
    sign: async (_venue: string, action: RequestedAction) => {
      const asked = { ...action, cause: `execution ${action.executionId}` };
      const signature = await family.sign(account, await family.parse(asked, account.address));
      signed.push(signature);
      return signature;
    },
    readHeaders: async (_venue: string, { path }: SignedRead) => readHeaders(clobAccount, path, sandbox.clock.nowMs()),
    lookUp: onChain,
  };
  const settings = {
    ...{ POLYMARKET_CLOB_URL: sandbox.clobUrl, POLYMARKET_CLOB_REQUESTS_PER_MINUTE: 1_000_000 },
    // It takes nothing here: the sandbox has no chain.
    POLYMARKET_RELAYER_URL: sandbox.clobUrl,
  };
  const found = openPolymarket(settings, signer, { clock: systemClock });
  if (found === undefined) throw new Error('the venue is not configured');
  opened = found;
}, 60_000);

afterAll(async () => {
  await opened.close();
  await sandbox.close();
});

/** Returns what becomes of an action: it is no action, has no family, is refused, or is sent and has an answer. */
async function outcomeOf(text: string, index: number): Promise<'none' | 'refused' | SubmissionAnswer> {
  const action = readObject(text);
  const family = action && polymarketActions.family(action);
  if (action === undefined || family === undefined || !OF_CLOB.test(String(action['type']))) return 'none';
  const executionId = `exe_${index}`;
  const { address: accountAddress } = trader.account;
  const whose = { executionId, accountId: 'acc_1', accountAddress, userToken: 'token' };
  const before = signed.length;
  try {
    const parsed = family.parse(action);
    expect(typeof parsed.demandOf(new Map()).reduces).toBe('boolean');
    const requested: RequestedAction = {
      ...whose,
      actionJson: parsed.identified(executionId),
      expiresAfterMs: sandbox.clock.nowMs() + 20_000,
    };
    const { identity, send } = await opened.venue.sign(requested);
    expect(signed).toHaveLength(before + 1);
    expect(identity.actionHash).toMatch(/^0x[0-9a-f]{64}$/);
    return await send();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'native_action_invalid') throw error;
    expect(signed).toHaveLength(before);
    return 'refused';
  }
}

/** Returns an action as the execution service reads it; undefined where it refuses the text. */
function readObject(text: string): JsonObject | undefined {
  try {
    return parseJsonObject(text);
  } catch (error) {
    if (error instanceof JsonRefused) return undefined;
    throw error;
  }
}

test('whatever is sent, it is refused unsigned, or signed once and the venue has a verdict on it', async () => {
  const counts: Record<string, number> = {};
  for (let index = 0; index < ACTIONS; index += 1) {
    const { what, text } = actions.next();
    try {
      const outcome = await outcomeOf(text, index);
      const kind = typeof outcome === 'string' ? outcome : outcome.kind;
      // A venue in order always says whether it took an action, and never that it can't read one.
      if (typeof outcome !== 'string') {
        expect(outcome).toMatchObject({
          kind: expect.stringMatching(/^(accepted|refused)$/),
          answer: expect.anything(),
        });
        expect(JSON.stringify(outcome)).not.toMatch(/invalid signature|Invalid order payload|Invalid orderID|api key/i);
      }
      counts[kind] = (counts[kind] ?? 0) + 1;
    } catch (error) {
      const of = `POLYMARKET_ACTIONS_SEED=${seed}, action ${index} (${what}): ${text}`;
      throw new Error(of, { cause: error });
    }
    sandbox.clock.advance(PAUSE_MS);
  }
  // The test says nothing where too few are of each kind.
  for (const kind of ['none', 'refused', 'accepted'])
    expect([kind, seed, (counts[kind] ?? 0) > ACTIONS / 50]).toEqual([kind, seed, true]);
}, 300_000);
