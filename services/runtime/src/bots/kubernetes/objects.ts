import type { V1StatefulSet } from '@kubernetes/client-node';
import { labelOf, memoryOf, nameOf, ownLabels, podOf } from '../../runners/kubernetes/objects.js';
import type { BotPodValues } from '../../runners/kubernetes/pod-values.js';
import type { Workload } from '../placement.js';

/** The label with the name of a process of bots. */
export const WORKLOAD = labelOf('workload');
/** Where a pod has what its bots keep. */
const FOLDER = '/run/bots';
const CLAIM = 'kept';
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

/** The name of what a process of bots has in a cluster. */
export function botsNameOf(installation: string, workloadId: string): string {
  return nameOf('bots', `${installation} ${workloadId}`);
}

/** The claim that a StatefulSet makes for its pod. */
export function claimOf(name: string): string {
  return `${CLAIM}-${podNameOf(name)}`;
}

/** The pod of a StatefulSet, of which there is one. */
export function podNameOf(name: string): string {
  return `${name}-0`;
}

/** One pod at a time, with what its bots keep: two processes of one bot would trade twice. */
export function statefulSetOf(workload: SetWorkload, parts: BotObjectParts): V1StatefulSet {
  const { workloadId, venue, accountDigest, limits } = workload;
  const { installation, values, holder, shim } = parts;
  const name = botsNameOf(installation, workloadId);
  const own = { ...ownLabels('bots', installation), [WORKLOAD]: workloadId };
  const labels = {
    ...values.labels,
    ...own,
    [labelOf('venue')]: venue,
    ...(accountDigest !== undefined && { [labelOf('account')]: accountDigest }),
  };
  const memoryBytesMax = memoryOf(limits, HOLDER_BYTES);
  const memoryBytes = Math.min(memoryBytesMax, (values.memoryMebibytes ?? Number.POSITIVE_INFINITY) * MEBIBYTE);
  return {
    metadata: { name, labels, annotations: { ...values.annotations } },
    spec: {
      ...{ replicas: 1, serviceName: name, selector: { matchLabels: own }, revisionHistoryLimit: 1 },
      // An upgrade of the platform ends no bot.
      updateStrategy: { type: 'OnDelete' },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      template: podOf({
        ...{ name, labels, values, holder, holderArguments: [FOLDER, shim], memoryBytes, memoryBytesMax },
        ...{ restartPolicy: 'Always', graceSeconds: GRACE_SECONDS, mounts: [{ name: CLAIM, mountPath: FOLDER }] },
      }),
      volumeClaimTemplates: [
        {
          metadata: { name: CLAIM, labels: own },
          spec: {
            ...{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: values.storage } } },
            ...(values.storageClassName !== undefined && { storageClassName: values.storageClassName }),
          },
        },
      ],
    },
  };
}
