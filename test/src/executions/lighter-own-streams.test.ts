import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { LookUps } from '@platform/execution-service/testing';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { lighterActions, openLighter as openExecution } from '@platform/venues/lighter/execution';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline } from '@platform/venues/lighter/sandbox/testing';
import { officialLibrary, PROGRAM } from '@platform/venues/lighter/signer/testing';
import { openLighter } from '@platform/venues/lighter/wallet';
import { TestNonces, testSecrets } from '@platform/venues/lighter/wallet/testing';
import type { ActionSigner, ExecutionVenue, IdentifiedAction, OpenVenue } from '@platform/venues/native-actions';
import type { SetupFacts, WalletVenue } from '@platform/venues/trading-accounts';
import { zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { until } from '../platform/wait.js';

/**
 * Executions whose transactions are late, at the stand-in, by the executions' own look-ups. Their clock stands still, so that nothing is polled
 * for: what is found is found since something was told.
 */

const PER_MINUTE = 10_000_000;
const SETTLE_MS = 1_000;
const TEST_MS_MAX = 120_000;
const owner = privateKeyToAccount(generatePrivateKey());
const clock = new ManualClock(systemClock.nowMs());
const tokensFor: string[] = [];
let directory: string;
let venue: RunningLighter;
let wallet: WalletVenue;
let line: Line;
let execution: OpenVenue;
let lookUps: LookUps;
let looks: number;

/** A line to the venue's WebSocket that can be cut. */
class Line {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  opened = 0;

  private constructor(private readonly server: Server) {}

  static async open(to: string): Promise<Line> {
    const { hostname, port } = new URL(to);
    const server = createServer();
    const opened = new Line(server);
    server.on('connection', (caller) => opened.#join(caller, connect(Number(port), hostname)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return opened;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}/stream`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  #join(caller: Socket, called: Socket): void {
    if (!this.#isCut) this.opened += 1;
    for (const socket of [caller, called]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        caller.destroy();
        called.destroy();
      });
    }
    if (this.#isCut) caller.destroy();
    else caller.pipe(called).pipe(caller);
  }
}

/** The wallet, as the execution service reaches it. */
const signer: ActionSigner = {
  sign: async (_venue, { actionJson, expiresAfterMs, executionId }) => {
    const { action } = wallet.signing;
    const asked = { actionJson, expiresAfterMs, cause: `execution ${executionId}` };
    return action.sign(owner, await action.parse(asked, owner.address));
  },
  readHeaders: async (_venue, { path }) => {
    tokensFor.push(path);
    return (await wallet.signing.readHeaders?.(owner.address, path)) ?? {};
  },
  giveBack: async (_venue, _action, identity) => wallet.signing.giveBack?.(owner.address, identity),
  lookUp: () => Promise.reject(new Error('no chain is asked')),
};

const facts: SetupFacts = {
  ...{ address: owner.address, amountMicroUsdc: 0n, paymentAddress: zeroAddress, network: 'arbitrum' },
  acceptedAt: systemClock.now(),
  firstUnclaimed: async ([entry]) => entry,
  sign: async (family, request) => family.sign(owner, await family.parse(request, owner.address)),
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-own-streams-'));
  creditOffline(directory, owner.address, 10_000, systemClock.nowMs());
  venue = await startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, clock: systemClock },
    allowances: new Map([['127.0.0.1', PER_MINUTE]]),
    weightPerMinute: PER_MINUTE,
    accounts: { stateDirectory: directory },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  wallet = openLighter(
    {
      ...{ LIGHTER_API_URL: venue.url, LIGHTER_SIGNER_PROGRAM: PROGRAM },
      LIGHTER_SIGNER_LIBRARY: await officialLibrary(),
      ...{ LIGHTER_WALLET_REQUESTS_PER_MINUTE: PER_MINUTE, LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: PER_MINUTE },
    },
    { nonces: new TestNonces(), secrets: testSecrets(), requestClock: systemClock },
  );
  const { register } = wallet.setup;
  await register.do(facts);
  await until(
    'the key',
    () => register.prove(facts),
    (proof) => proof !== undefined,
  );
});
afterAll(async () => {
  await wallet.close();
  await venue.close();
  await rm(directory, { recursive: true });
});

beforeEach(async () => {
  line = await Line.open(venue.wsUrl);
});
afterEach(async () => {
  await lookUps.close();
  await execution.close();
  line.close();
});

async function start(database: string, webSocket: { readonly LIGHTER_WS_URL?: string }): Promise<void> {
  const settings = { LIGHTER_TRADING_REQUESTS_PER_MINUTE: PER_MINUTE, LIGHTER_TRANSACTIONS_PER_MINUTE: PER_MINUTE };
  const opened = openExecution({ LIGHTER_API_URL: venue.url, ...settings, ...webSocket }, signer, systemClock);
  if (opened === undefined) throw new Error('the venue is not configured');
  execution = opened;
  looks = 0;
  const { ownStreams, laterMs } = opened.venue;
  const counted: ExecutionVenue = {
    ...(laterMs !== undefined && { laterMs }),
    ...(ownStreams !== undefined && { ownStreams }),
    readMarkets: (...asked) => opened.venue.readMarkets(...asked),
    sign: (action) => opened.venue.sign(action),
    lookUp: (...asked) => {
      looks += 1;
      return opened.venue.lookUp(...asked);
    },
    checkReachable: () => opened.venue.checkReachable(),
  };
  lookUps = await LookUps.start(database, 'lighter', counted, clock);
}

/** Signs an order that fills at once, and records it as one without an answer; what is returned sends it, late. */
async function signed(executionId: string) {
  const fields = { type: 'create_market_order', market_index: 0, base_amount: 1_000, is_ask: false };
  const action: IdentifiedAction = {
    ...{ executionId, accountId: 'acc_1', accountAddress: owner.address },
    actionJson:
      lighterActions
        .family(fields)
        ?.parse({ ...fields, avg_execution_price: 900_000 })
        .identified(executionId) ?? '',
    expiresAfterMs: systemClock.nowMs() + 20_000,
  };
  const { identity, send } = await execution.venue.sign({ ...action, userToken: 'a token' });
  await lookUps.add(action, identity);
  /** Resolves once the venue itself shows that it has filled. */
  return async () => {
    expect(await send()).toEqual({ kind: 'taken' });
    await until(
      'the fill',
      () => execution.venue.lookUp(action, identity),
      ({ kind }) => kind === 'accepted',
    );
  };
}

const untilLooked = (count: number) =>
  until(
    `look ${count}`,
    async () => looks,
    (made) => made >= count,
  );
const untilFound = (executionId: string) =>
  until(
    'the outcome',
    () => lookUps.statusOf(executionId),
    (status) => status === 'succeeded',
  );

/** Lets the two looks pass that come before an account is followed. */
async function passTwoLooks(): Promise<void> {
  await untilLooked(1);
  await wait(SETTLE_MS);
  clock.advance(1_000);
  await untilLooked(2);
}

test(
  'an outcome is found as soon as the venue tells of the account, and right after a reconnect what it did not tell',
  async () => {
    await start('own_streams', { LIGHTER_WS_URL: line.url });
    const sendFirst = await signed('exe_told');
    await passTwoLooks();
    // The stream has begun: what came before is looked for.
    await untilLooked(3);
    expect(await lookUps.statusOf('exe_told')).toBe('reconciling');
    await sendFirst();
    await untilFound('exe_told');

    const before = looks;
    const sendSecond = await signed('exe_missed');
    await untilLooked(before + 1);
    await wait(SETTLE_MS);
    line.cut();
    await sendSecond();
    await wait(SETTLE_MS);
    expect(await lookUps.statusOf('exe_missed')).toBe('reconciling');
    const { opened } = line;
    line.mend();
    await untilFound('exe_missed');
    expect(line.opened).toBe(opened + 1);
    // One token for each time that the account was asked for.
    expect(tokensFor.filter((path) => path === '/stream')).toHaveLength(2);
  },
  TEST_MS_MAX,
);

test(
  'without a stream an outcome is found by polling',
  async () => {
    await start('no_own_streams', {});
    const send = await signed('exe_polled');
    await passTwoLooks();
    await send();
    await wait(SETTLE_MS);
    expect(await lookUps.statusOf('exe_polled')).toBe('reconciling');
    clock.advance(2_000);
    await untilFound('exe_polled');
  },
  TEST_MS_MAX,
);

test(
  'a stream that can not be had costs time alone',
  async () => {
    line.cut();
    await start('cut_own_streams', { LIGHTER_WS_URL: line.url });
    const send = await signed('exe_cut');
    await passTwoLooks();
    await send();
    await wait(SETTLE_MS);
    clock.advance(2_000);
    await untilFound('exe_cut');
  },
  TEST_MS_MAX,
);
