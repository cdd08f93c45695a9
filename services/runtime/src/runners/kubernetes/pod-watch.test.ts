import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { systemClock, systemRandom } from '@platform/kit/clock';
import type { Pod, PodEvent } from './cluster.js';
import { Expired } from './connection.js';
import { PodWatch } from './pod-watch.js';

const NEVER = new AbortController().signal;

/** A pod of a run, as of a version. */
const podOf = (run: string, version: string, phase = 'Running'): Pod => ({
  metadata: { name: `${run}-x`, uid: run, resourceVersion: version, labels: { 'trading-platform/run': run } },
  status: { phase, containerStatuses: [] },
});
const there = (run: string, version: string): PodEvent => ({ kind: 'there', pod: podOf(run, version), version });

/** One watch that was begun, which a test goes on with by hand. */
interface Begun {
  readonly version: string;
  tell(event: PodEvent): void;
  end(): void;
  fail(error: unknown): void;
}

/** An API server whose lists and watches a test answers. */
class Server {
  pods: Pod[] = [];
  version = '10';
  lists = 0;
  listFailure: Error | undefined;
  readonly watches: Begun[] = [];
  readonly failures: unknown[] = [];

  readonly watch = new PodWatch({
    source: {
      listPods: async () => {
        this.lists += 1;
        if (this.listFailure !== undefined) throw this.listFailure;
        return { pods: this.pods, version: this.version };
      },
      watchPods: ({ version }, tell, signal) => {
        const over = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => over.resolve(), { once: true });
        this.watches.push({ version, tell, end: over.resolve, fail: over.reject });
        return over.promise;
      },
    },
    ...{ labelSelector: 'a=b', keyLabel: 'trading-platform/run', clock: systemClock, random: systemRandom },
    onFailure: (error) => this.failures.push(error),
  });

  /** The n-th watch, as soon as it was begun. */
  async begun(number: number): Promise<Begun> {
    for (;;) {
      const watch = this.watches[number - 1];
      if (watch !== undefined) return watch;
      await wait(5);
    }
  }
}

let server: Server;
afterEach(() => server.watch.close());

/** Settles once a run's pod is there, or isn't. */
const seen = (run: string, isThere: boolean) =>
  server.watch.until(run, (pod) => (pod !== undefined) === isThere, AbortSignal.timeout(5_000));

test('it begins with what is there, and goes on with what happens', async () => {
  server = new Server();
  server.pods = [podOf('one', '7')];
  await seen('one', true);
  const watch = await server.begun(1);
  expect(watch.version).toBe('10');
  watch.tell(there('two', '11'));
  await seen('two', true);
  watch.tell({ kind: 'gone', pod: podOf('one', '12'), version: '12' });
  await seen('one', false);
});

test('a watch that ends, or is lost, is gone on with from the last version that was heard of, without a list', async () => {
  server = new Server();
  const first = await server.begun(1);
  first.tell({ kind: 'bookmark', version: '20' });
  first.end();
  const second = await server.begun(2);
  second.tell(there('two', '21'));
  second.fail(new Error('the connection was reset'));
  const third = await server.begun(3);
  expect([second.version, third.version, server.lists]).toEqual(['20', '21', 1]);
  expect(server.failures).toHaveLength(1);
});

test('after a version that has expired, all is listed again, and what is not there any more is gone', async () => {
  server = new Server();
  server.pods = [podOf('one', '7'), podOf('two', '8')];
  await seen('one', true);
  const first = await server.begun(1);
  server.pods = [podOf('two', '40')];
  server.version = '41';
  first.fail(new Expired('too old'));
  await seen('one', false);
  await seen('two', true);
  expect([(await server.begun(2)).version, server.lists]).toEqual(['41', 2]);
});

test('a server that expires each version at once, or is away, is asked less and less often', async () => {
  server = new Server();
  await server.begun(1);
  server.listFailure = new Error('no connection');
  server.watches[0]?.fail(new Expired('too old'));
  await wait(1_500);
  expect(server.lists).toBeGreaterThan(2);
  expect(server.lists).toBeLessThan(8);
  server.listFailure = undefined;
  server.pods = [podOf('late', '50')];
  await seen('late', true);
});

test('who waits gives up by the signal, and a watch can be closed while its server is away', async () => {
  server = new Server();
  const giving = new AbortController();
  const waiting = server.watch.until('none', (pod) => pod !== undefined, giving.signal);
  giving.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
  await server.begun(1);
  server.listFailure = new Error('no connection');
  server.watches[0]?.fail(new Expired('too old'));
  await wait(300);
  await server.watch.close();
  expect(await server.watch.until('none', (pod) => pod === undefined, NEVER)).toBeUndefined();
});
