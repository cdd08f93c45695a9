/** Splits, merges and redemptions at the sandbox's Polymarket, signed by the wallet service and settled on a real chain. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { networks } from '@platform/kit/networks';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import type { ActionSigner, Finding, RequestedAction, SubmissionIdentity } from '@platform/venues/native-actions';
import { depositWalletOf, requestText } from '@platform/venues/polymarket/codec';
import { openPolymarket as openExecutions, polymarketActions } from '@platform/venues/polymarket/execution';
import {
  BUILDER,
  CONTRACTS,
  firstToClose,
  startPolymarket,
  Universe,
} from '@platform/venues/polymarket/sandbox/testing';
import { openPolymarket } from '@platform/venues/polymarket/wallet';
import { createFaults } from '@platform/venues/simulation';
import type { SigningFamily, WalletVenue } from '@platform/venues/trading-accounts';
import { openStage, type Stage } from '@platform/wallet-service/testing';
import { parseAbi, parseEther } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { z } from 'zod';

const CASH = 60_000_000n;
const ACCOUNT = 'acc_1';
const VENUE = 'polymarket';
/** Longer than a batch can be carried out. */
const EXPIRED_S = 400;
const BUSY = 'wallet busy: active action in flight';
const pusdAbi = parseAbi(['function mint(address to, uint256 value)']);
const sharesAbi = parseAbi(['function balanceOf(address, uint256) view returns (uint256)']);
/** The system's time, moved on by tests. */
const clock = {
  shiftMs: 0,
  nowMs: () => systemClock.nowMs() + clock.shiftMs,
  now: () => new Date(clock.nowMs()),
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
};
const faults = createFaults();
const market = firstToClose(new Universe(1, clock, []), true);

let directory: string;
let stage: Stage;
let sandbox: Awaited<ReturnType<typeof startPolymarket>>;
let polymarket: WalletVenue;
let executions: NonNullable<ReturnType<typeof openExecutions>>;
let owner: Awaited<ReturnType<Stage['domain']['wallets']['primary']>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-positions-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const addresses = { POLYMARKET_CLOB_URL: `${url}/clob`, POLYMARKET_RELAYER_URL: `${url}/relayer` };
  const shared = { ...addresses, POLYMARKET_CLOB_REQUESTS_PER_MINUTE: 1_000_000 };
  stage = await openStage('test_wallet_positions', (venues, parts) => {
    polymarket = openPolymarket(
      {
        ...shared,
        POLYMARKET_BRIDGE_URL: `${url}/bridge`,
        POLYMARKET_BUILDER_KEY: new Secret(BUILDER.key),
        POLYMARKET_BUILDER_SECRET: new Secret(BUILDER.secret),
        POLYMARKET_BUILDER_PASSPHRASE: new Secret(BUILDER.passphrase),
      },
      {
        nonces: undefined,
        chain: parts.chain,
        secrets: parts.secrets('polymarket', 'api_credentials'),
        clock,
      },
    );
    return { ...venues, polymarket };
  });
  const usdcAddress = networks.polygon.assets.USDC.address;
  const { upstreamUrl: rpcUrl } = stage.chains.polygon;
  sandbox = await startPolymarket({
    ...{ host: '127.0.0.1', port, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    chains: { polygon: { rpcUrl, usdcAddress, faucetPrivateKey: generatePrivateKey() } },
    ...{ faults, clock, logger: createLogger({ process: 'test', level: 'silent' }) },
  });
  owner = await stage.domain.wallets.primary(ACCOUNT);
  const opened = openExecutions(shared, wallets, { clock });
  if (opened === undefined) throw new Error('the venue is not configured');
  executions = opened;
  await register();
}, 120_000);

afterEach(() => faults.clear());

afterAll(async () => {
  await executions.close();
  await stage.close();
  await sandbox.close();
  await rm(directory, { recursive: true });
});

/** The wallet service, as the execution service asks it. */
const caller = { kind: 'workload', workload: 'execution', accountId: ACCOUNT, cause: 'execution exe_1' } as const;
const call = { caller, token: '', requestId: 'r1', isGivenUp: () => false };
const object = z.record(z.string(), z.unknown());
const wallets: ActionSigner = {
  sign: (_venue, { actionJson, expiresAfterMs }) =>
    stage.handlers.SignAction(
      { accountId: ACCOUNT, venue: VENUE, actionJson, expiresAfterMs, userToken: ACCOUNT },
      call,
    ),
  readHeaders: () => Promise.reject(new Error('no order is read')),
  lookUp: async (_venue, { actionJson, expiresAfterMs }, identity): Promise<Finding> => {
    const asked = { accountId: ACCOUNT, venue: VENUE, actionJson, expiresAfterMs, ...identity };
    const { finding, answerJson = '{}' } = await stage.handlers.LookUpAction(asked, call);
    const answer = object.parse(JSON.parse(answerJson));
    return finding === 'accepted' || finding === 'refused'
      ? { kind: finding, answer }
      : { kind: finding === 'unseen' ? finding : 'undecided' };
  },
};

/** Calls until an answer is as expected, while the chain goes on. */
async function eventually<Value>(look: () => Promise<Value>, isExpected: (value: Value) => boolean): Promise<Value> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const value = await look();
    if (isExpected(value)) return value;
    await stage.finalise();
    await sleep(100);
  }
  throw new Error('it did not come true');
}

/** Gives the wallet pUSD, and brings its account to where it can trade. */
async function register(): Promise<void> {
  const { client: chain } = stage.chains.polygon;
  const requester = { workload: 'wallet', accountId: ACCOUNT, cause: 'setup' } as const;
  const facts = {
    address: owner.address,
    ...{ amountMicroUsdc: CASH, paymentAddress: owner.address, acceptedAt: clock.now() },
    network: 'polygon' as const,
    firstUnclaimed: async () => undefined,
    sign: <Request, Intent extends object, Signed>(family: SigningFamily<Request, Intent, Signed>, request: Request) =>
      stage.domain.signer.sign(owner, family, request, requester),
  };
  await eventually(
    async () => {
      await polymarket.setup.register.do(facts);
      return polymarket.setup.register.prove(facts);
    },
    (proof) => proof !== undefined,
  );
  const { exchangeV2: account } = CONTRACTS;
  await chain.impersonateAccount({ address: account });
  await chain.setBalance({ address: account, value: parseEther('1') });
  const args = [depositWalletOf(owner.address), CASH] as const;
  await chain.writeContract({
    ...{ account, chain: null, address: CONTRACTS.pusd, abi: pusdAbi, functionName: 'mint', args },
  });
  await eventually(cash, (found) => found === CASH);
}

const cash = () => polymarket.equity(owner.address);
const shares = () =>
  Promise.all(
    market.tokens.map((token) =>
      stage.chains.polygon.client.readContract({
        ...{ address: CONTRACTS.conditionalTokens, abi: sharesAbi, functionName: 'balanceOf' },
        args: [depositWalletOf(owner.address), token],
      }),
    ),
  );

function requested(action: Readonly<Record<string, string>>): RequestedAction {
  const actionJson = polymarketActions.family(action)?.parse(action).identified('exe_1') ?? '';
  const acting = { executionId: 'exe_1', accountId: ACCOUNT, accountAddress: owner.address, userToken: ACCOUNT };
  return { ...acting, actionJson, expiresAfterMs: clock.nowMs() + 20_000 };
}

/** Looks an action up until it is known what became of it. */
const outcomeOf = (action: RequestedAction, identity: SubmissionIdentity) =>
  eventually(
    () => executions.venue.lookUp(action, identity),
    ({ kind }) => kind !== 'undecided',
  );

/** Sends an action, again while the relayer still carries out the one before. */
async function carriedOut(action: Readonly<Record<string, string>>): Promise<Finding> {
  const asked = requested(action);
  const { identity } = await eventually(
    async () => {
      const { identity, send } = await executions.venue.sign(asked);
      return { identity, sent: await send() };
    },
    ({ sent }) => sent.kind === 'taken',
  );
  return outcomeOf(asked, identity);
}

const { conditionId } = market;
const moved = (pusd: string, each: readonly [string, string]) => ({
  kind: 'accepted',
  answer: {
    transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    pusd,
    shares: { [String(market.tokens[0])]: each[0], [String(market.tokens[1])]: each[1] },
  },
});
const refusal = (field: string, message: string) => ({
  code: 'native_action_invalid',
  details: [{ path: `action.${field}`, message }],
});

test('pUSD is split into shares of both outcomes, and shares are merged into pUSD', async () => {
  const split = { type: 'splitPosition', conditionId, amount: '20' };
  expect(await carriedOut(split)).toEqual(moved('-20', ['20', '20']));
  expect([await cash(), ...(await shares())]).toEqual([40_000_000n, 20_000_000n, 20_000_000n]);
  const merge = { type: 'mergePositions', conditionId, amount: '5.5' };
  expect(await carriedOut(merge)).toEqual(moved('5.5', ['-5.5', '-5.5']));
  expect([await cash(), ...(await shares())]).toEqual([45_500_000n, 14_500_000n, 14_500_000n]);
}, 60_000);

test.each([
  ['is lost', 'disconnect', 'after_accept'],
  ['is a failure, and that is executed later', 'err_late', 'before_accept'],
] as const)(
  'a batch whose answer %s is carried out once, and the chain shows it',
  async (_what, kind, when) => {
    const asked = requested({ type: 'mergePositions', conditionId, amount: '0.25' });
    const before = await cash();
    const { identity } = await eventually(
      async () => {
        const { identity, send } = await executions.venue.sign(asked);
        faults.inject({ venue: 'polymarket', kind, when, scope: 'changes' });
        return { identity, sent: await send() };
      },
      // What the relayer can't take yet does not meet the fault.
      ({ sent }) => sent.kind === 'unknown',
    );
    expect(await outcomeOf(asked, identity)).toEqual(moved('0.25', ['-0.25', '-0.25']));
    expect(await cash()).toBe(before + 250_000n);
  },
  60_000,
);

test.each([
  [{ type: 'splitPosition', conditionId, amount: '60' }, 'amount', "exceeds the account's pUSD"],
  [{ type: 'mergePositions', conditionId, amount: '15' }, 'amount', "exceeds the account's shares of an outcome"],
  [{ type: 'redeemPositions', conditionId }, 'conditionId', 'is of a market that is not resolved'],
  [{ type: 'redeemPositions', conditionId: `0x${'ab'.repeat(32)}` }, 'conditionId', 'is not a market at the venue'],
])('%j is refused before it is signed', async (action, field, message) => {
  await expect(executions.venue.sign(requested(action))).rejects.toMatchObject(refusal(field, message));
});

test('of two batches with one number one is carried out; the other did not happen and can’t any more', async () => {
  const asked = ['1', '2'].map((amount) => requested({ type: 'mergePositions', conditionId, amount }));
  const [first, second] = await Promise.all(asked.map((each) => executions.venue.sign(each)));
  const [one, other] = asked;
  if (first === undefined || second === undefined || one === undefined || other === undefined) throw new Error();
  expect(first.identity.nonce).toBe(second.identity.nonce);
  await eventually(first.send, ({ kind }) => kind === 'taken');
  expect(await outcomeOf(one, first.identity)).toEqual(moved('1', ['-1', '-1']));
  expect(await outcomeOf(other, second.identity)).toEqual({ kind: 'unseen' });
  // The relayer may be busy for a moment yet, and takes so many requests a minute.
  const late = await eventually(second.send, (sent) => sent.kind === 'refused' && sent.answer['error'] !== BUSY);
  const error = expect.stringMatching(/^batch nonce \d+ does not match on-chain nonce \d+$/);
  expect(late).toEqual({ kind: 'refused', answer: { error } });
}, 60_000);

test('a redemption that is carried out and pays nothing is refused', async () => {
  clock.shiftMs += market.closesAtMs - clock.nowMs();
  const redeem = requested({ type: 'redeemPositions', conditionId });
  const right = await eventually(
    () => executions.venue.sign(redeem).catch(() => undefined),
    (signed) => signed !== undefined,
  );
  // The wallet is told the other adapter, where the account has no shares.
  const [first = 0n, second = 0n] = market.tokens;
  const change = { kind: 'redemption', conditionId } as const;
  const actionJson = requestText({ kind: 'batch', change, isNegRisk: false, tokens: [first, second] });
  const wrong = { ...redeem, actionJson };
  const { nonce, actionHash, signatureJson } = await wallets.sign('polymarket', wrong);
  expect(nonce).toBe(right?.identity.nonce);
  const { body, headers } = z
    .object({ body: z.string(), headers: z.record(z.string(), z.string()) })
    .parse(JSON.parse(signatureJson));
  await eventually(
    () => fetch(`${sandbox.relayerUrl}/submit`, { method: 'POST', body, headers }),
    ({ status }) => status === 200,
  );
  const found = await eventually(
    () => wallets.lookUp('polymarket', wrong, { nonce, actionHash }),
    ({ kind }) => kind !== 'undecided',
  );
  expect(found).toMatchObject({
    kind: 'refused',
    answer: { pusd: '0', error: 'the redemption was carried out and paid nothing' },
  });
  expect(await cash()).toBe(47_000_000n);
}, 60_000);

test('a resolved market is redeemed for what its shares pay, once', async () => {
  const redeem = { type: 'redeemPositions', conditionId };
  expect(await carriedOut(redeem)).toEqual(moved('13', ['-13', '-13']));
  expect([await cash(), ...(await shares())]).toEqual([CASH, 0n, 0n]);
  const none = 'is of a market of which the account has no share that pays';
  await expect(executions.venue.sign(requested(redeem))).rejects.toMatchObject(refusal('conditionId', none));
}, 60_000);

test('a batch that was never sent is open until its end is past on the chain', async () => {
  const asked = requested({ type: 'splitPosition', conditionId, amount: '1' });
  const { identity } = await executions.venue.sign(asked);
  await stage.finalise();
  expect(await executions.venue.lookUp(asked, identity)).toEqual({ kind: 'undecided' });
  const { client: chain } = stage.chains.polygon;
  const seconds = Math.ceil(clock.shiftMs / 1_000) + EXPIRED_S;
  await chain.increaseTime({ seconds });
  await chain.mine({ blocks: 3 });
  expect(await executions.venue.lookUp(asked, identity)).toEqual({ kind: 'unseen' });
  // An identity that is not this batch's proves nothing of it.
  const another = { ...identity, nonce: identity.nonce + 1 };
  await expect(executions.venue.lookUp(asked, another)).rejects.toThrow('is not the batch that was signed');
});
