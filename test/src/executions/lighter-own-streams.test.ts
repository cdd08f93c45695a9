import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { LookUps } from '@platform/execution-service/testing';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { lighterActions } from '@platform/venues/lighter/execution';
import type { RunningLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline } from '@platform/venues/lighter/sandbox/testing';
import type { ActionSigner, ExecutionVenue, IdentifiedAction, OpenVenue } from '@platform/venues/native-actions';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { factsOf, openExecution, openWallet, signerOf, startVenue } from '../lighter/stage.js';
import { until } from '../platform/wait.js';

/**
 * Executions whose transactions are late, at the stand-in, by the executions' own look-ups. Their clock stands still, so that nothing is polled
 * for: what is found is found since something was told.
 */

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

const ownSigner = signerOf(owner, () => wallet);
/** Counts what headers are asked for, too. */
const signer: ActionSigner = {
  ...ownSigner,
  readHeaders: (venueName, read) => {
    tokensFor.push(read.path);
    return ownSigner.readHeaders(venueName, read);
  },
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lighter-own-streams-'));
  creditOffline(directory, owner.address, 10_000, systemClock.nowMs());
  venue = await startVenue({ accounts: { stateDirectory: directory } });
  wallet = await openWallet(venue.url);
  const { register } = wallet.setup;
  const facts = factsOf(owner);
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
  execution = openExecution({ LIGHTER_API_URL: venue.url, ...webSocket }, signer);
  looks = 0;
  const { venue: opened } = execution;
  const { ownStreams, laterMs } = opened;
  const counted: ExecutionVenue = {
    ...(laterMs !== undefined && { laterMs }),
    ...(ownStreams !== undefined && { ownStreams }),
    readMarkets: (...asked) => opened.readMarkets(...asked),
    sign: (action) => opened.sign(action),
    lookUp: (...asked) => {
      looks += 1;
      return opened.lookUp(...asked);
    },
    checkReachable: () => opened.checkReachable(),
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
