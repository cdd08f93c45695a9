import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RunningHyperliquid, startHyperliquid } from '@platform/venues/hyperliquid/sandbox';
import { openTestVenue, TestUser, type TestVenue } from '@platform/venues/hyperliquid/sandbox/testing';
import { type AgentAuthority, type BotLimits, botLimitsSchema, type RunningProxy } from '@platform/venues/live-bots';
import { proxiedVenues } from '@platform/venues/venue-proxy';
import { type Hex, hexToBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';

const START_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
/** The venue's time goes four times as fast as ours. */
const STEP_MS = 40;
const STEP_EVERY_MS = 10;
/** More than the real venue allows: what is limited here are orders. */
const WEIGHT_PER_MINUTE = 10_000_000;
const READ_LAG_MS = 2_000;
const DEPOSIT_USDC = 10_000;
const AGENT_NAME = 'live-bots';

/** The platform's builder. */
export const PLATFORM_BUILDER = {
  address: '0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1',
  feeTenthsOfBasisPoint: 10,
} as const;

/** A bot of the account: its throw-away key, and what it may do. */
export interface ProxiedBot {
  readonly key: Hex;
  readonly limits: BotLimits;
}

/** The sandbox venue, whose reads lag as in its harsh world, with a proxy of one account beside it; both on one clock that goes by itself. */
export class ProxiedVenue implements AsyncDisposable {
  readonly clock: ManualClock;
  readonly #ticking: NodeJS.Timeout;
  #lastNonce = 0;

  private constructor(
    private readonly prepared: TestVenue,
    /** The owner of the account. */
    readonly owner: TestUser,
    private readonly venue: RunningHyperliquid,
    private readonly proxy: RunningProxy,
    ticking: NodeJS.Timeout,
  ) {
    this.clock = prepared.clock;
    this.#ticking = ticking;
  }

  /** Starts both, with an account of 10,000 USDC. `foreign` is told of the venue before its first order. */
  static async open(bots: readonly ProxiedBot[], foreign: (venue: TestVenue) => void): Promise<ProxiedVenue> {
    const prepared = await openTestVenue(undefined, new ManualClock(START_MS));
    const owner = new TestUser(prepared, DEPOSIT_USDC);
    foreign(prepared);
    prepared.journal.close();
    const { clock, directory: stateDirectory } = prepared;
    const logger = createLogger({ process: 'test', level: 'silent' });
    const venue = await startHyperliquid({
      ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory, clock, logger },
      ...{ weightPerMinute: WEIGHT_PER_MINUTE, readLagMs: READ_LAG_MS },
    });
    const ticking = setInterval(() => clock.advance(STEP_MS), STEP_EVERY_MS);
    const environment = {
      HYPERLIQUID_API_URL: venue.url,
      HYPERLIQUID_WS_URL: venue.wsUrl,
      HYPERLIQUID_WEIGHT_PER_MINUTE: WEIGHT_PER_MINUTE,
      HYPERLIQUID_BUILDER_ADDRESS: PLATFORM_BUILDER.address,
    };
    const proxy = await proxiedVenues.hyperliquid.start(environment, {
      ...{
        listen: '127.0.0.1:0',
        journalFile: join(stateDirectory, 'bots.jsonl'),
        random: systemRandom,
        clock,
        logger,
      },
      assignment: { grant: 'of the test', bots: bots.map(({ limits }) => limits) },
      authority: authorityOf(owner, venue.url),
    });
    return new ProxiedVenue(prepared, owner, venue, proxy, ticking);
  }

  /** A request of an action, signed by a key; each with a nonce of its own unless one is given. */
  async signed(key: Hex, action: Record<string, unknown>, extra: { nonce?: number; vaultAddress?: Hex } = {}) {
    this.#lastNonce = Math.max(this.clock.nowMs(), this.#lastNonce + 1);
    const request = { nonce: this.#lastNonce, ...extra, action };
    return { ...request, signature: await signL1Action({ wallet: privateKeyToAccount(key), ...request }) };
  }

  /** Sends a body to the proxy's `POST /exchange`; returns the answer's text. */
  exchange(body: unknown): Promise<string> {
    return post(`${this.proxy.url}/exchange`, body);
  }

  /** Sends a body to the venue's own `POST /exchange`. */
  atVenue(body: unknown): Promise<string> {
    return post(`${this.venue.url}/exchange`, body);
  }

  /** Reads from the venue itself, about the account. */
  async read(type: string, extra: object = {}): Promise<unknown> {
    return JSON.parse(await post(`${this.venue.url}/info`, { type, user: this.owner.address, ...extra }));
  }

  /** Lets the venue's time pass. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.clock.nowMs() + ms;
    while (this.clock.nowMs() < untilMs) await wait(STEP_EVERY_MS);
  }

  /** Ends both, and returns the venue with what it recorded. */
  async records(): Promise<TestVenue> {
    await this.#close();
    return this.prepared.again();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await rm(this.prepared.directory, { recursive: true, force: true });
  }

  #closing: Promise<void> | undefined;

  #close(): Promise<void> {
    this.#closing ??= (async () => {
      for (const part of this.proxy.parts) await part.close();
      clearInterval(this.#ticking);
      await this.venue.close();
    })();
    return this.#closing;
  }
}

/** A bot with a key of its own. */
export function botOf(limits: object): ProxiedBot {
  const key = generatePrivateKey();
  return { key, limits: botLimitsSchema.parse({ ...limits, bot: privateKeyToAddress(key) }) };
}

const approved = z.object({ status: z.literal('ok') });

/** The owner's wallet, which approves at the venue what the wallet service would. */
function authorityOf(owner: TestUser, venueUrl: string): AgentAuthority {
  const approve = async (action: Record<string, unknown>) =>
    approved.parse(JSON.parse(await post(`${venueUrl}/exchange`, await owner.signed(action))));
  return {
    issue: async () => {
      const key = generatePrivateKey();
      await approve({ type: 'approveAgent', agentAddress: privateKeyToAddress(key), agentName: AGENT_NAME });
      return { address: owner.address, agentPrivateKey: hexToBytes(key) };
    },
    approveFee: async () => {
      const { address: builderAddress, feeTenthsOfBasisPoint: maximumFeeTenthsOfBasisPoint } = PLATFORM_BUILDER;
      await approve({ type: 'approveBuilderFee', builder: builderAddress, maxFeeRate: '0.01%' });
      return { builderAddress, maximumFeeTenthsOfBasisPoint };
    },
    end: () => Promise.reject(new Error('no agent is ended here')),
  };
}

async function post(url: string, body: unknown): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  return response.text();
}
