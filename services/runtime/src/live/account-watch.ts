// Why: docs/decisions/runtime/live-deployments.md
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { MarketsOf } from '../deployments/instruments.js';
import type { DeploymentRecord } from '../deployments/record.js';
import type { DeploymentStore, Fields } from '../deployments/store.js';
import { type Difference, Differences } from './differences.js';
import type { LiveProxies, ProxiedPlace } from './venue-proxies.js';
import type { LiveWallet, VenueStanding } from './wallet.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How often an account and its agent are read at the venue, and how often what its proxy knows. */
const ACCOUNT_LOOK_MS = MINUTE_MS;
const DIFFERENCES_LOOK_MS = 10_000;
/** A venue lets an agent live for 180 days: another one takes its place a month before that. */
const RENEW_AFTER_MS = 150 * DAY_MS;

interface WatchParts {
  readonly wallet: Pick<LiveWallet, 'standing'>;
  readonly proxies: Pick<LiveProxies, 'renewAgent' | 'standing'>;
  readonly store: Pick<DeploymentStore, 'note'>;
  readonly marketsOf: MarketsOf;
  /** What a deployment shows of its account. */
  readonly fieldsOf: (record: DeploymentRecord, standing: VenueStanding) => Fields;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Looks at accounts whose bots trade: is the agent theirs and young enough, and do venue, journal and bots agree? */
export class AccountWatch {
  readonly #differences = new Differences();
  /** By account and venue, or by that and what is looked at: when that was. */
  readonly #lookedAtMs = new Map<string, number>();

  constructor(private readonly parts: WatchParts) {}

  /** Looks at what is due of an account; `running` are all of its deployments at the venue that run. Rejects where something can't be read. */
  async look(place: ProxiedPlace, running: readonly DeploymentRecord[]): Promise<void> {
    if (this.#isDue('account', place, ACCOUNT_LOOK_MS)) await this.lookAtAgent(place, running);
    if (this.#isDue('differences', place, DIFFERENCES_LOOK_MS)) await this.#lookAtDifferences(place, running);
  }

  /**
   * Notes how the account stands at its venue, and has another agent issued where the one that it has grows old, or where the venue has ended it
   * and its owner has attached credentials since.
   */
  async lookAtAgent(place: ProxiedPlace, running: readonly DeploymentRecord[]): Promise<void> {
    const { wallet, proxies, store, fieldsOf, clock } = this.parts;
    const [first] = running;
    if (first === undefined) return;
    const standing = await wallet.standing(place);
    const noted = running.map((record) => ({ record, fields: fieldsOf(record, standing) }));
    await store.note(noted.map(({ record, fields }) => ({ id: record._id, generation: record.generation, fields })));
    const { agent, agentIssuedAtMs } = standing;
    const isOld = agent === 'attached' && clock.nowMs() - (agentIssuedAtMs ?? 0) >= RENEW_AFTER_MS;
    const isAttachedAgain =
      agent === 'lost' && noted.some(({ fields: { credentialsStatus } }) => credentialsStatus === 'attached');
    if (isOld || isAttachedAgain) await proxies.renewAgent({ ...place, deploymentId: first._id });
  }

  async #lookAtDifferences(place: ProxiedPlace, running: readonly DeploymentRecord[]): Promise<void> {
    const { proxies, store, marketsOf, clock } = this.parts;
    const standing = await proxies.standing(place);
    // Not before it has looked at the venue.
    if (standing === undefined || standing.asOfMs === null) return;
    const { asOfMs } = standing;
    const nowMs = clock.nowMs();
    for (const record of running) {
      const ofBot = standing.bots.find(({ deploymentId }) => deploymentId === record._id);
      if (ofBot === undefined || record.status !== 'running') continue;
      const { differences: earlier = [], snapshot } = record;
      const markets = await marketsOf(record);
      const differences = this.#differences.of({ standing: ofBot, asOfMs, snapshot, markets, earlier, nowMs });
      this.#tellOf(record, differences, earlier);
      if (differences.length > 0 || earlier.length > 0)
        await store.note([{ id: record._id, generation: record.generation, fields: { differences } }]);
    }
  }

  #tellOf({ _id, accountId }: DeploymentRecord, now: readonly Difference[], earlier: readonly Difference[]): void {
    const isKnown = (one: Difference) =>
      earlier.some(({ kind, symbol, text }) => kind === one.kind && symbol === one.symbol && text === one.text);
    for (const { kind, symbol, text, since } of now.filter((each) => !isKnown(each)))
      this.parts.logger.error(
        { deployment: _id, account: accountId, kind, symbol, reason: text, since },
        'a live deployment and its venue differ',
      );
  }

  #isDue(what: string, { accountId, venue }: ProxiedPlace, everyMs: number): boolean {
    const name = `${accountId} ${venue} ${what}`;
    const nowMs = this.parts.clock.nowMs();
    const agoMs = nowMs - (this.#lookedAtMs.get(name) ?? Number.NEGATIVE_INFINITY);
    // Looked at later than now: the clock was set back since.
    if (agoMs >= 0 && agoMs < everyMs) return false;
    this.#lookedAtMs.set(name, nowMs);
    return true;
  }
}
