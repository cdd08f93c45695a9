import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { type Cluster, startCluster } from './api-server.js';
import { Kubelet } from './kubelet.js';
import { whyNoGo } from './program.js';

/** The first time its program is compiled, on a machine that is busy with other tests. */
const OPEN_MS_MAX = 90 * 60_000;

/** The cluster of a test file, and the tests that need it. */
export interface SharedCluster {
  /** A test that is skipped where the cluster's program can't be compiled. */
  readonly testInCluster: typeof test | typeof test.skip;
  readonly describeInCluster: typeof describe | typeof describe.skip;
  /** Returns it, once the tests have begun. */
  readonly opened: () => Cluster;
  /** Its one machine. */
  readonly kubelet: () => Kubelet;
}

/**
 * Starts a cluster before the tests of a file, calls `prepare`, and ends it after them; where there is no Go that compiles it, says that `what` is
 * skipped.
 */
export async function shareCluster(what: string, prepare: (cluster: Cluster) => Promise<void>): Promise<SharedCluster> {
  const missing = await whyNoGo();
  if (missing !== undefined) process.stderr.write(`skipped: ${what}, as ${missing}\n`);
  let cluster: Cluster | undefined;
  let kubelet: Kubelet | undefined;
  beforeAll(async () => {
    if (missing !== undefined) return;
    cluster = await startCluster();
    kubelet = await Kubelet.start(cluster);
    await prepare(cluster);
  }, OPEN_MS_MAX);
  afterAll(async () => {
    await kubelet?.close();
    await cluster?.close();
  });
  return {
    testInCluster: missing === undefined ? test : test.skip,
    describeInCluster: missing === undefined ? describe : describe.skip,
    opened: () => there(cluster),
    kubelet: () => there(kubelet),
  };
}

function there<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the cluster is there while tests run');
  return part;
}
