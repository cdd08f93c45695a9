import type { V1StatefulSet } from '@kubernetes/client-node';
import { keptSetOf } from '../../runners/kubernetes/kept/objects.js';
import { memoryOf } from '../../runners/kubernetes/objects.js';
import type { BotPodValues } from '../../runners/kubernetes/pod-values.js';
import type { Workload } from '../placement.js';

/** Where a pod has what its bots keep. */
const FOLDER = '/run/bots';
/** Of what holds a pod's bots, and of what holds their process in it: they relay and count, and keep little. */
const HOLDER_BYTES = 2 * 96 * 1024 ** 2;
const MEBIBYTE = 1024 ** 2;
/** What a pod that is told to go has beyond the time that its bots take to stop. */
const GRACE_SECONDS = 60;

/** What the objects of a process of bots are made of. */
export interface BotObjectParts {
  readonly installation: string;
  readonly values: BotPodValues;
  /** The command that holds the bots of a pod, but for where, by which key and what it keeps; and the program of their processes. */
  readonly holder: readonly [string, ...string[]];
  readonly shim: string;
}

/** What a set says of its process of bots; all else is told to its pod. */
export type SetWorkload = Pick<Workload, 'workloadId' | 'venue' | 'accountDigest' | 'limits'>;

/** One pod at a time, with what its bots keep: two processes of one bot would trade twice. */
export function statefulSetOf({ limits, ...workload }: SetWorkload, parts: BotObjectParts): V1StatefulSet {
  const { installation, values, holder, shim } = parts;
  const memoryBytesMax = memoryOf(limits, HOLDER_BYTES);
  const memoryBytes = Math.min(memoryBytesMax, (values.memoryMebibytes ?? Number.POSITIVE_INFINITY) * MEBIBYTE);
  return keptSetOf(
    { ...workload, component: 'bots', installation, values, folder: FOLDER },
    {
      ...{ holder, holderArguments: [FOLDER, shim], memoryBytes, memoryBytesMax, graceSeconds: GRACE_SECONDS },
      isIsolating: true,
    },
  );
}
