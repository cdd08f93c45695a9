import type { Logger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { type Faults, type Journal, NO_TROUBLE, nodesOf } from '../../simulation/index.js';
import { Repeated } from '../../simulation/money/index.js';
import { ACCOUNT_ANSWERS } from './accounts/answers.js';
import { ownerOf } from './accounts/owner.js';
import type { Venue } from './answers.js';
import { BRIDGE_ANSWERS, createIntentAddress, depositHistory } from './bridge/answers.js';
import { type ArbitrumOptions, Bridge } from './bridge/bridge.js';
import { FAST_WITHDRAWAL_ANSWERS, fastWithdraw } from './fast-withdrawals/answers.js';
import { Payments } from './fast-withdrawals/payments.js';
import { VENUE_NAME } from './faults.js';
import type { RequestLimits } from './limits.js';
import type { Fields } from './requests.js';
import { serve, serveForm } from './routes.js';
import { accountTransactions } from './sequencer/account-transactions.js';
import { sendTx, sendTxBatch, type TransactionParts, tx } from './sequencer/answers.js';
import { injectedRejection } from './sequencer/rejected.js';
import { Sequencer } from './sequencer/sequencer.js';
import { openJournal } from './store/journal.js';
import { Store } from './store/store.js';
import { TRADING_ANSWERS } from './trading/answers.js';
import { liquidateAccount } from './trading/liquidation.js';
import { passTime } from './trading/time.js';

/** The embedded chain makes a block per second. */
const BRIDGE_INTERVAL_MS = 1_000;
/** The real bridge takes 15 to 20 minutes. */
const CREDIT_DELAY_MS = 1_500;
/** The real venue pays within minutes. */
const PAYOUT_DELAY_MS = 1_500;
const SECOND_MS = 1_000;

/** The options of the venue's accounts. */
export interface AccountSideOptions {
  /** The folder of the state that must survive a kill; market data is computed and not stored. */
  readonly stateDirectory: string;
  /** The chain from which deposits come; absent: there are none. */
  readonly arbitrum?: ArbitrumOptions | undefined;
  /** How long after its arrival a deposit is credited; absent: seconds. */
  readonly creditDelayMs?: number;
  /** How long after its execution a fast withdrawal is paid; absent: seconds. */
  readonly payoutDelayMs?: number;
  /** How long after a change every second read still lacks it; absent: never. */
  readonly readLagMs?: number;
}

/** What the accounts share with the rest of the venue. */
interface SharedParts {
  readonly faults: Faults | undefined;
  readonly limits: RequestLimits;
  readonly logger: Logger;
}

/** The venue's accounts: what it stores, its bridge, and their endpoints. */
export class AccountSide {
  readonly store: Store;
  readonly #journal: Journal;
  readonly #bridge: Bridge | undefined;
  readonly #parts: TransactionParts;
  /** Returns the state of the node that answers a read. */
  readonly #nodeStore: () => Store;
  /** The markets were looked at until then. Nothing is matched while the venue is down. */
  #matchedMs: number;
  readonly #faults: Faults | undefined;
  readonly #running: readonly Repeated[];

  /** Starts to work at once; a chain that is not there yet is waited for. */
  constructor(venue: Venue, options: AccountSideOptions, { faults, limits, logger }: SharedParts) {
    const { clock, markets } = venue;
    this.#faults = faults;
    const { stateDirectory, arbitrum, creditDelayMs: delayMs = CREDIT_DELAY_MS, readLagMs = 0 } = options;
    const { payoutDelayMs = PAYOUT_DELAY_MS } = options;
    this.#journal = openJournal(stateDirectory);
    this.store = new Store(this.#journal);
    const { store } = this;
    const isInjected = () => faults?.takeTrouble(VENUE_NAME, 'transaction_rejected') !== undefined;
    const injected = () => (isInjected() ? injectedRejection() : undefined);
    const pauseMs = () => faults?.takeTrouble(VENUE_NAME, 'transaction_slow')?.delayMs ?? 0;
    const sequencer = new Sequencer({ store, markets, clock, injected, pauseMs, logger });
    this.#parts = { store, markets, sequencer, limits, clock };
    this.#nodeStore = nodesOf(store, { open: (journal) => new Store(journal), lagMs: readLagMs, clock });
    this.#matchedMs = wholeSecond(clock.nowMs());
    const trouble = () => faults?.bridgeTrouble(VENUE_NAME) ?? NO_TROUBLE;
    const bridge = arbitrum && new Bridge({ store, arbitrum, delayMs, trouble, clock, logger });
    this.#bridge = bridge;
    const often = { pauseMs: BRIDGE_INTERVAL_MS, warning: 'the bridge cannot use its chain', clock, logger };
    const shared = { journal: store.journal, trouble, clock, logger };
    const payments = arbitrum && new Payments({ ...shared, arbitrum, delayMs: payoutDelayMs });
    const works = [bridge && (() => bridge.carry()), payments && (() => payments.pay())];
    this.#running = works.flatMap((work) => (work === undefined ? [] : [new Repeated(work, often)]));
  }

  /** Registers the endpoints. */
  serve(app: FastifyInstance): void {
    const bridge = this.#bridge;
    const now = () => ({ ...this.#parts, store: this.#nodeStore(), nowMs: this.#parts.clock.nowMs() });
    for (const [path, answer] of Object.entries(ACCOUNT_ANSWERS)) serve(app, path, (query) => answer(query, now()));
    for (const [path, answer] of Object.entries(TRADING_ANSWERS)) serve(app, path, (query) => answer(query, now()));
    serve(app, '/api/v1/accountTxs', (query) =>
      accountTransactions(query, this.#nodeStore(), this.#parts.clock.nowMs()),
    );
    serve(app, '/api/v1/tx', (query) => tx(query, this.#nodeStore()));
    serveForm(app, '/api/v1/sendTx', (body) => sendTx(body, this.#parts));
    serveForm(app, '/api/v1/sendTxBatch', (body) => sendTxBatch(body, this.#parts));
    if (bridge === undefined) return;
    for (const [path, answer] of Object.entries(BRIDGE_ANSWERS)) serve(app, path, (query) => answer(query, bridge));
    serve(app, '/api/v1/deposit/history', (query) => depositHistory(query, bridge, now()));
    serveForm(app, '/api/v1/createIntentAddress', (body) => createIntentAddress(body, bridge));
    for (const [path, answer] of Object.entries(FAST_WITHDRAWAL_ANSWERS))
      serve(app, path, (query) => answer(query, now()));
    serveForm(app, '/api/v1/fastwithdraw', (body) => fastWithdraw(body, this.#parts));
  }

  /** Returns whose request it is; undefined: nobody's. */
  ownerOf(fields: Fields): string | undefined {
    return ownerOf(this.store, fields);
  }

  /** Sends a transaction as the endpoint does. */
  sendTx(form: object): Promise<object> {
    return sendTx(form, this.#parts);
  }

  /** Sends several transactions as the endpoint does. */
  sendTxBatch(form: object): Promise<object> {
    return sendTxBatch(form, this.#parts);
  }

  /** Does what time brings about. */
  tick(): void {
    const { store, markets, sequencer, clock } = this.#parts;
    sequencer.executeDue();
    const [fromMs, nowMs] = [this.#matchedMs, wholeSecond(clock.nowMs())];
    const blows = this.#faults?.takeBlows(VENUE_NAME).filter(({ kind }) => kind === 'liquidation') ?? [];
    store.journal.transaction(() => {
      passTime({ store, markets, nowMs }, fromMs);
      for (const { user } of blows) liquidateAccount({ store, markets, nowMs }, user);
    });
    this.#matchedMs = nowMs;
  }

  /** Stops to work. */
  async close(): Promise<void> {
    this.#parts.sequencer.close();
    await Promise.all(this.#running.map((each) => each.close()));
    this.#journal.close();
  }
}

function wholeSecond(ms: number): number {
  return ms - (ms % SECOND_MS);
}
