import type { Clock, Random } from '@platform/kit/clock';
import type { Pod, PodEvent } from './cluster.js';
import { Expired } from './connection.js';

const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 15_000;

/** Where pods are listed and watched. */
export interface PodSource {
  listPods(labelSelector: string): Promise<{ readonly pods: readonly Pod[]; readonly version: string }>;
  watchPods(
    from: { readonly labelSelector: string; readonly version: string },
    onEvent: (event: PodEvent) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** What was last heard of the pods of an installation, by what they are for: a hint, since a watch may be late, lost or cut off. */
export class PodWatch {
  readonly #pods = new Map<string, Pod>();
  readonly #waiting = new Set<() => void>();
  readonly #closing = new AbortController();
  readonly #watching: Promise<void>;

  constructor(
    private readonly parts: {
      readonly source: PodSource;
      readonly labelSelector: string;
      /** The label that says what a pod is for, of which there is one at a time. */
      readonly keyLabel: string;
      readonly clock: Clock;
      readonly random: Random;
      /** Called with what a watch broke off for. */
      readonly onFailure: (error: unknown) => void;
    },
  ) {
    this.#watching = this.#watch();
  }

  /** Returns what was last heard of a pod; undefined where there was none. */
  seen(key: string): Pod | undefined {
    return this.#pods.get(key);
  }

  /** Settles with a pod as soon as it is as wanted. Rejects with the signal's reason. */
  async until(key: string, holds: (pod: Pod | undefined) => boolean, signal: AbortSignal): Promise<Pod | undefined> {
    for (;;) {
      const pod = this.#pods.get(key);
      if (holds(pod)) return pod;
      await this.#change(signal);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    let version: string | undefined;
    let pauseMs = 0;
    while (!signal.aborted) {
      try {
        await this.#pause(pauseMs);
        version ??= await this.#list();
        const { source, labelSelector } = this.parts;
        const onEvent = (event: PodEvent) => {
          version = event.version;
          pauseMs = 0;
          this.#take(event);
        };
        await source.watchPods({ labelSelector, version }, onEvent, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.parts.onFailure(error);
        // The list that follows is what helps; only where that does not, it waits.
        const isFirst = pauseMs === 0;
        if (error instanceof Expired) version = undefined;
        pauseMs = error instanceof Expired && isFirst ? 1 : Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, 2 * pauseMs));
      }
    }
  }

  /** Not all services that lost their watch at once come back at once. */
  async #pause(pauseMs: number): Promise<void> {
    if (pauseMs === 0) return;
    const spread = 0.5 + this.parts.random.bytes(1).readUInt8() / 512;
    await this.parts.clock.sleep(pauseMs * spread, this.#closing.signal);
  }

  /** What is there now, and nothing else, and from where a watch goes on. */
  async #list(): Promise<string> {
    const { pods, version } = await this.parts.source.listPods(this.parts.labelSelector);
    this.#pods.clear();
    for (const pod of pods) this.#note(pod);
    this.#tell();
    return version;
  }

  #take(event: PodEvent): void {
    if (event.kind === 'there') this.#note(event.pod);
    // One that replaces it may have been told before.
    if (event.kind === 'gone' && this.#pods.get(this.#keyOf(event.pod))?.metadata.uid === event.pod.metadata.uid)
      this.#pods.delete(this.#keyOf(event.pod));
    if (event.kind !== 'bookmark') this.#tell();
  }

  #note(pod: Pod): void {
    this.#pods.set(this.#keyOf(pod), pod);
  }

  #keyOf({ metadata: { labels } }: Pod): string {
    return labels[this.parts.keyLabel] ?? '';
  }

  #tell(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  async #change(signal: AbortSignal): Promise<void> {
    const changed = Promise.withResolvers<void>();
    const give = () => changed.reject(signal.reason);
    this.#waiting.add(changed.resolve);
    signal.addEventListener('abort', give, { once: true });
    try {
      if (signal.aborted) give();
      await changed.promise;
    } finally {
      this.#waiting.delete(changed.resolve);
      signal.removeEventListener('abort', give);
    }
  }
}
