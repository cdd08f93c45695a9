// Why: docs/decisions/sandbox/polymarket-money.md
import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BridgeTrouble, Journal } from '../../simulation/index.js';
import { Repeated } from '../../simulation/money/index.js';
import { Bridge, type BridgedChain, minterOf } from './bridge/bridge.js';
import { bridgeRoutes } from './bridge/routes.js';
import { Relayer } from './relayer/relayer.js';
import { relayerRoutes } from './relayer/routes.js';
import { ChainSettlement } from './settlement/chain.js';
import { Conditions } from './settlement/conditions.js';
import { openJournal } from './settlement/journal.js';
import { Operator } from './settlement/operator.js';
import { Contracts } from './settlement/placement.js';
import type { Universe } from './universe.js';

const RELAYER_PREFIX = '/relayer';
const BRIDGE_PREFIX = '/bridge';
const RELAY_INTERVAL_MS = 500;
/** The embedded chains make a block per second. */
const BRIDGE_INTERVAL_MS = 1_000;
const CONTRACTS_INTERVAL_MS = 2_000;
/** The real bridge takes minutes. */
const BRIDGE_DELAY_MS = 1_500;
const CHANGES = /^\/(relayer\/submit|bridge\/(deposit|withdraw))$/;

/** The options of the venue's money. */
export interface MoneyOptions {
  /** The folder of the state that must survive a kill. */
  readonly stateDirectory: string;
  /** The embedded Polygon with the venue's contracts, and the other chains of its bridge. */
  readonly chains: Readonly<Record<'polygon', BridgedChain>> & { readonly [Name in Network]?: BridgedChain };
  /** How long a transfer by the bridge waits; absent: seconds. */
  readonly bridgeDelayMs?: number;
  /** Returns what is wrong with the bridge now. */
  readonly bridgeTrouble: () => BridgeTrouble;
  /** Returns whether a batch that redeems is not paid. */
  readonly isUnpaid: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The venue's money on the chain: contracts, relayer and bridge. Markets that have closed are resolved within seconds. */
export class Money {
  readonly settlement: ChainSettlement;
  readonly #journal: Journal;
  readonly #relayer: Relayer;
  readonly #bridge: Bridge;
  readonly #clock: Clock;
  readonly #running: readonly Repeated[];

  /** Starts to work at once; a chain that is not there yet is waited for. */
  constructor(universe: Universe, options: MoneyOptions) {
    const { stateDirectory, chains, clock, logger, bridgeDelayMs = BRIDGE_DELAY_MS } = options;
    const { bridgeTrouble, isUnpaid } = options;
    const { rpcUrl, faucetPrivateKey } = chains.polygon;
    const journal = openJournal(stateDirectory);
    const operator = new Operator(rpcUrl, faucetPrivateKey);
    const contracts = new Contracts(operator, minterOf(faucetPrivateKey));
    const conditions = new Conditions(universe, operator, contracts, logger);
    const bridge = new Bridge({ journal, chains, delayMs: bridgeDelayMs, trouble: bridgeTrouble, clock, logger });
    const relayer = new Relayer(journal, { operator, contracts, conditions, isUnpaid }, clock, logger);
    this.settlement = new ChainSettlement(operator, contracts, conditions);
    this.#journal = journal;
    this.#relayer = relayer;
    this.#bridge = bridge;
    this.#clock = clock;
    const repeated = (pauseMs: number, warning: string, work: () => Promise<void>) =>
      new Repeated(work, { pauseMs, warning, clock, logger });
    this.#running = [
      repeated(CONTRACTS_INTERVAL_MS, 'the contracts cannot be kept', async () => {
        await contracts.check();
        await conditions.resolveClosed();
      }),
      repeated(RELAY_INTERVAL_MS, 'the relayer cannot use its chain', () => relayer.advanceAll()),
      repeated(BRIDGE_INTERVAL_MS, 'the bridge cannot use its chains', async () => {
        await contracts.ready();
        await bridge.carry();
      }),
    ];
  }

  /** Registers the relayer's and the bridge's API. */
  readonly routes = async (app: FastifyInstance): Promise<void> => {
    await app.register(relayerRoutes(this.#relayer, RELAYER_PREFIX), { prefix: RELAYER_PREFIX });
    await app.register(bridgeRoutes(this.#bridge, this.#clock), { prefix: BRIDGE_PREFIX });
  };

  async close(): Promise<void> {
    await Promise.all(this.#running.map((each) => each.close()));
    this.#journal.close();
  }
}

/** Returns whether a call moves money or opens an address. */
export function movesMoney({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && CHANGES.test(url.split('?')[0] ?? '');
}
