import { sizeOf, sizeText } from '../../codec/index.js';
import type { Entry, JournalledDeployment, JournalledFill, JournalledOrder } from './entries.js';

const DEPLOYMENTS_MAX = 1_000;
/** How long an order that has ended is kept, so that a repeated read finds it. */
const ENDED_KEPT_MS = 600_000;

/** What the journal says as a whole. */
export class JournalState {
  readonly #deployments = new Map<string, JournalledDeployment>();
  readonly #orders = new Map<string, JournalledOrder>();
  /** The fills since `fillsFromMs`, by the venue's id. */
  readonly #fills = new Map<number, JournalledFill>();
  #fillsFromMs: number | undefined;

  /** All fills before this time are known; undefined: no look has been through. */
  get fillsFromMs(): number | undefined {
    return this.#fillsFromMs;
  }

  /** Returns all that is known of a deployment. */
  deployment(deploymentId: string): JournalledDeployment | undefined {
    return this.#deployments.get(deploymentId);
  }

  /** Returns all deployments. */
  deployments(): readonly JournalledDeployment[] {
    return [...this.#deployments.values()];
  }

  /** Returns all orders that are not forgotten, oldest first. */
  orders(): readonly JournalledOrder[] {
    return [...this.#orders.values()];
  }

  /** Returns an order by the client's id. */
  order(cloid: string): JournalledOrder | undefined {
    return this.#orders.get(cloid);
  }

  /** Returns the orders of which nobody knows whether the venue has them. */
  unresolved(): readonly JournalledOrder[] {
    return this.orders().filter(({ state }) => state === 'sent' || state === 'unknown');
  }

  /** Returns whether a fill is in the journal. */
  hasFill(tid: number): boolean {
    return this.#fills.has(tid);
  }

  /** Returns the fills of a deployment that are not folded into its positions. */
  fillsOf(deploymentId: string): readonly JournalledFill[] {
    return [...this.#fills.values()].filter((fill) => fill.deploymentId === deploymentId);
  }

  /** Takes an entry over. */
  apply(entry: Entry): void {
    if (entry.kind === 'deployment') this.#setDeployment(entry);
    else if (entry.kind === 'action') this.#send(entry);
    else if (entry.kind === 'answer') this.#answer(entry);
    else if (entry.kind === 'order') this.#setOrder(entry);
    else if (entry.kind === 'fill') this.#fill(entry);
    else this.#advance(entry.fillsFromMs);
  }

  /** Returns entries that say the same. */
  snapshot(): Entry[] {
    const fills = [...this.#fills.values()];
    const counted = Map.groupBy(fills, ({ deploymentId }) => deploymentId);
    return [
      ...this.deployments().map((each): Entry => {
        const fillsCount = each.fillsCount - (counted.get(each.deploymentId)?.length ?? 0);
        return { kind: 'deployment', ...each, fillsCount };
      }),
      ...fills.map((fill): Entry => ({ kind: 'fill', ...fill })),
      ...(this.#fillsFromMs === undefined ? [] : [{ kind: 'cursor', fillsFromMs: this.#fillsFromMs } as const]),
      // After the fills, which count into them.
      ...this.orders().map((order): Entry => ({ kind: 'order', ...order })),
    ];
  }

  #setDeployment({ kind: _, ...deployment }: Extract<Entry, { kind: 'deployment' }>): void {
    const { deploymentId, bot, startedAtMs } = deployment;
    const known = this.#deployments.get(deploymentId);
    // The newest is last.
    this.#deployments.delete(deploymentId);
    this.#deployments.set(deploymentId, deployment);
    if (known !== undefined && known.bot !== bot)
      for (const order of this.#ordersOf(deploymentId))
        if (order.state === 'vanished') this.#change(order, { state: 'ended', changedAtMs: startedAtMs });
    const busy = new Set(this.orders().map((order) => order.deploymentId));
    const idle = this.deployments().find((each) => !busy.has(each.deploymentId));
    if (this.#deployments.size > DEPLOYMENTS_MAX && idle !== undefined) this.#deployments.delete(idle.deploymentId);
  }

  #setOrder({ kind: _, ...order }: Extract<Entry, { kind: 'order' }>): void {
    this.#orders.set(order.cloid, order);
  }

  #send({ atMs, deploymentId, nonce, expiresAtMs, orders, ends }: Extract<Entry, { kind: 'action' }>): void {
    for (const order of this.#ordersOf(deploymentId))
      if (ends.some((id) => id === order.oid || id === order.cloid)) this.#change(order, { isCancelled: true });
    for (const order of orders)
      this.#orders.set(order.cloid, {
        ...order,
        ...{ deploymentId, nonce, sentAtMs: atMs, expiresAtMs },
        ...{ state: 'sent', oid: null, filled: '0', isCancelled: false, changedAtMs: atMs },
      });
  }

  #answer({ atMs, nonce, outcomes }: Extract<Entry, { kind: 'answer' }>): void {
    const asked = this.orders().filter((order) => order.nonce === nonce);
    for (const [index, order] of asked.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || order.state !== 'sent') continue;
      const state = outcome.kind === 'refused' ? 'ended' : outcome.kind;
      this.#change(order, { state, oid: outcome.oid ?? null, changedAtMs: atMs });
    }
  }

  #fill({ kind: _, ...fill }: Extract<Entry, { kind: 'fill' }>): void {
    const { deploymentId, coin, atMs, isLiquidation, oid, tid } = fill;
    this.#fills.set(tid, fill);
    const deployment = this.#deployments.get(deploymentId);
    if (deployment !== undefined) {
      const isNew = isLiquidation && deployment.base !== null && atMs > deployment.base.atMs;
      const liquidations = isNew ? { ...deployment.liquidations, [coin]: atMs } : deployment.liquidations;
      this.#deployments.set(deploymentId, { ...deployment, liquidations, fillsCount: deployment.fillsCount + 1 });
    }
    const order = this.#ordersOf(deploymentId).find((each) => each.oid === oid);
    if (order === undefined) return;
    const filled = sizeOf(order.filled) + sizeOf(fill.size.replace('-', ''));
    const isWhole = filled >= sizeOf(order.size);
    this.#change(order, {
      filled: sizeText(filled),
      ...(isWhole && order.state === 'placed' ? { state: 'ended', changedAtMs: atMs } : {}),
    });
  }

  /** Folds earlier fills into the positions, and forgets orders that ended long before. */
  #advance(fillsFromMs: number): void {
    this.#fillsFromMs = fillsFromMs;
    for (const fill of this.#fills.values())
      if (fill.atMs < fillsFromMs) {
        this.#fold(fill);
        this.#fills.delete(fill.tid);
      }
    for (const { cloid, state, changedAtMs } of this.#orders.values())
      if (state === 'ended' && changedAtMs < fillsFromMs - ENDED_KEPT_MS) this.#orders.delete(cloid);
  }

  #fold({ deploymentId, coin, size, atMs }: JournalledFill): void {
    const deployment = this.#deployments.get(deploymentId);
    if (deployment === undefined || deployment.base === null || atMs <= deployment.base.atMs) return;
    const { positions } = deployment.base;
    const position = sizeText(sizeOf(positions[coin] ?? '0') + sizeOf(size));
    const base = { ...deployment.base, positions: { ...positions, [coin]: position } };
    this.#deployments.set(deploymentId, { ...deployment, base });
  }

  #ordersOf(deploymentId: string): readonly JournalledOrder[] {
    return this.orders().filter((order) => order.deploymentId === deploymentId);
  }

  #change(order: JournalledOrder, changes: Partial<JournalledOrder>): void {
    this.#orders.set(order.cloid, { ...order, ...changes });
  }
}
