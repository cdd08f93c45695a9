import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { address, type BotLimits, type BotStanding, botLimitsSchema } from '../../../live-bots/index.js';
import { createFaults, type SandboxWorld } from '../../../simulation/index.js';
import { isTradingFamily, parseTradingAction } from '../../codec/index.js';
import { hyperliquidWorld, type RunningHyperliquid, startHyperliquid } from '../../sandbox/index.js';
import { openTestVenue, payIn, TestUser, wait } from '../../sandbox/testing/index.js';
import { OrderJournal } from '../journal/index.js';
import { OrderGateways } from '../order-gateways.js';
import { Reconciler } from '../reconciliation/index.js';
import { AgentPower } from '../renewal/power.js';
import { agentSigner } from '../signing.js';
import { VenueConnection } from '../venue/index.js';

/** Shared parts of tests: bots of one account behind a proxy's parts, and the sandbox venue over HTTP, all on one manual clock. */

const WEIGHT_PER_MINUTE = 1_000_000;
const STEP_MS = 250;
const TURN_MS = 5;
const ETH = 1;
const logger = createLogger({ process: 'test', level: 'silent' });

/** The order of a test: ETH, bought at 70 % of the market, good till cancelled by default. */
export interface TestOrder {
  readonly usd?: number;
  readonly buy?: boolean;
  /** Times the market's price. */
  readonly at?: number;
  readonly tif?: 'Gtc' | 'Ioc';
  readonly reduceOnly?: boolean;
  /** A stop that fires at `at`. */
  readonly isStop?: boolean;
  readonly cloid?: `0x${string}`;
  /** In units of the coin, in place of `usd`. */
  readonly size?: string;
}

/** An account with bots at the venue. */
export class ProxiedBot {
  readonly faults = createFaults();
  journal: OrderJournal | undefined;
  reconciler: Reconciler | undefined;
  #limits: readonly BotLimits[];
  readonly #directory = mkdtempSync(join(tmpdir(), 'proxied-bot-'));
  #lastNonce = 0;
  #running: RunningHyperliquid | undefined;
  readonly #venues: VenueConnection[] = [];
  #gateways: OrderGateways | undefined;
  #key: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey());

  private constructor(
    readonly clock: ManualClock,
    /** The owner of the account, who trades by hand. */
    readonly owner: TestUser,
    private readonly stateDirectory: string,
    private readonly world: SandboxWorld,
  ) {
    this.#limits = [this.limits()];
  }

  /** Opens a venue where the account has 10,000 USDC, and a proxy with one bot. */
  static async open(world: SandboxWorld = 'kind'): Promise<ProxiedBot> {
    const prepared = await openTestVenue();
    const owner = new TestUser(prepared, 10_000);
    payIn(prepared, owner.address, 1);
    wait(prepared, 1);
    prepared.journal.close();
    const bot = new ProxiedBot(prepared.clock, owner, prepared.directory, world);
    await bot.startVenue();
    await bot.start();
    return bot;
  }

  /** A fault of the venue, once its kind is said. */
  get ofVenue() {
    return { venue: 'hyperliquid', when: 'before_accept', scope: 'changes' } as const;
  }

  /** A fault of the account, once its kind is said. */
  get ofOwner() {
    return { ...this.ofVenue, user: this.owner.address };
  }

  /** The journal's file. */
  get file(): string {
    return join(this.#directory, 'journal.jsonl');
  }

  /** The limits of the bot, or of another one beside it. */
  limits(others: object = {}): BotLimits {
    return botLimitsSchema.parse({
      ...{ deploymentId: 'dep_1', bot: this.#key.address, coins: ['ETH'], capitalMicroUsdc: '5000000000' },
      maximumLeverage: 5,
      ...others,
    });
  }

  /** Starts the venue on its stored state. */
  async startVenue(): Promise<void> {
    this.#running = await startHyperliquid({
      ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory: this.stateDirectory },
      ...{ weightPerMinute: WEIGHT_PER_MINUTE, clock: this.clock, logger },
      ...hyperliquidWorld(this.world, this.faults),
    });
  }

  /** Opens the parts of a proxy with an agent of its own, as a process does at its start. */
  async start(): Promise<void> {
    const { clock, owner } = this;
    const key = generatePrivateKey();
    const agentAddress = privateKeyToAccount(key).address;
    await this.byHand({ type: 'approveAgent', agentAddress, agentName: 'live-bots' });
    const journal = await OrderJournal.open({ file: this.file, clock, random: systemRandom, logger });
    const venue = new VenueConnection(this.url, WEIGHT_PER_MINUTE, clock);
    const account = address.parse(owner.address);
    const agent = new AgentPower(agentSigner(key, clock));
    const issuedAtMs = clock.nowMs();
    const gateways = new OrderGateways({ account, agent, venue, journal, clock, logger });
    this.#venues.push(venue);
    this.journal = journal;
    this.#gateways = gateways;
    this.reconciler = new Reconciler({ account, journal, venue, agentIssuedAtMs: () => issuedAtMs, clock, logger });
    // The allowance grows with time.
    await this.pass(1_000);
    await this.serve(this.#limits);
    await this.pass(4_000);
  }

  /** Has the proxy serve these bots. */
  async serve(limits: readonly BotLimits[]): Promise<void> {
    this.#limits = limits;
    await this.journal?.serve(limits);
    await this.#gateways?.serve(limits);
    this.reconciler?.serve(limits);
  }

  /** Starts the bot again: it has another key from now on. */
  async startBotAgain(): Promise<void> {
    this.#key = privateKeyToAccount(generatePrivateKey());
    await this.serve([this.limits()]);
  }

  /** Ends the proxy's parts as a kill does: what waits for an answer never gets it. */
  async kill(): Promise<void> {
    await this.journal?.close();
  }

  /** The venue's base address. */
  get url(): string {
    return this.#running?.url ?? '';
  }

  /** Lets time pass in steps, while requests are answered. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.clock.advance(STEP_MS);
      await turn();
    }
  }

  /** Lets time pass until there is an answer. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    const state = { isDone: false };
    const done = work.finally(() => Object.assign(state, { isDone: true }));
    while (!state.isDone) {
      await turn();
      this.clock.advance(50);
    }
    return done;
  }

  /** Has the bot sign an action and send it to its proxy; returns the body of the answer. */
  async act(action: object): Promise<string> {
    const type = Reflect.get(action, 'type');
    const parsed = isTradingFamily(type) ? parseTradingAction(type, action) : undefined;
    if (parsed?.ok !== true) throw new Error(`not an action: ${JSON.stringify(action)}`);
    this.#lastNonce = Math.max(this.#lastNonce + 1, this.clock.nowMs());
    const request = { action: parsed.action, nonce: this.#lastNonce };
    const signature = await signL1Action({ wallet: this.#key, ...request });
    const gateways = this.#gateways;
    if (gateways === undefined) throw new Error('no proxy runs');
    const { body } = await this.until(gateways.answer({ ...request, signature }));
    // What the answer said is in the journal then, unless that is closed.
    await this.journal?.append([]).catch(() => undefined);
    return body;
  }

  /** Has the bot place an order. */
  async order(order: TestOrder = {}): Promise<string> {
    return this.act({ type: 'order', orders: [await this.wire(order)], grouping: 'na' });
  }

  /** Signs an action as the owner of the account does, and sends it to the venue. */
  async byHand(action: Record<string, unknown>): Promise<string> {
    const response = await this.#post('/exchange', await this.owner.signed(action));
    return response.text();
  }

  /** Returns an order in the venue's form. */
  async wire({ usd = 100, buy = true, at = 0.7, tif = 'Gtc', reduceOnly = false, isStop, cloid, size }: TestOrder) {
    const mids = await this.read<Record<string, string>>('allMids');
    const price = Math.round(Number(mids['ETH']) * at);
    const t = isStop
      ? { trigger: { isMarket: true, triggerPx: String(price), tpsl: 'sl' as const } }
      : { limit: { tif } };
    const s = size ?? (usd / price).toFixed(4).replace(/0+$/, '');
    return { a: ETH, b: buy, p: String(price), s, r: reduceOnly, t, ...(cloid && { c: cloid }) };
  }

  /** Reads from the venue itself, about the account. */
  async read<Result>(type: string, extra: object = {}): Promise<Result> {
    const response = await this.#post('/info', { type, user: this.owner.address, ...extra });
    return (await response.json()) as Result;
  }

  /** Returns the orders that rest at the venue. */
  openOrders(): Promise<{ oid: number; cloid: string | null }[]> {
    return this.read('frontendOpenOrders');
  }

  /** Looks at the venue, once no read can lack what was done before. */
  async look(): Promise<BotStanding> {
    await this.pass(4_000);
    const { reconciler } = this;
    if (reconciler === undefined) throw new Error('no proxy runs');
    await this.until(reconciler.look());
    const [bot] = reconciler.standing().bots;
    if (bot === undefined) throw new Error('no bot is served');
    return bot;
  }

  /** Looks at the venue at once, as the proxy does while its bot trades. */
  async lookNow(): Promise<BotStanding | undefined> {
    if (this.reconciler !== undefined) await this.until(this.reconciler.look());
    return this.standing()?.bots[0];
  }

  /** Returns what differs, after a look. */
  async differences(): Promise<string[]> {
    return (await this.look()).differences.map(({ kind }) => kind);
  }

  /** Returns the standing without another look. */
  standing() {
    return this.reconciler?.standing();
  }

  /** Tries to look orders of unknown outcome up. */
  async resolveUnknown(): Promise<void> {
    if (this.reconciler !== undefined) await this.until(this.reconciler.resolveUnknown());
  }

  async close(): Promise<void> {
    await this.#running?.close();
    await Promise.all(this.#venues.map((venue) => venue.close()));
    await this.journal?.close().catch(() => undefined);
    for (const directory of [this.#directory, this.stateDirectory]) await rm(directory, { recursive: true });
  }

  #post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TURN_MS));
}
