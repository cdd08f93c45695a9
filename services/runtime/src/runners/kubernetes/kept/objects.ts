import type { V1StatefulSet } from '@kubernetes/client-node';
import { type Component, labelOf, nameOf, ownLabels, type PodParts, podOf } from '../objects.js';
import type { KeptPodValues } from '../pod-values.js';

/** The label with the name of a process. */
export const WORKLOAD = labelOf('workload');
const CLAIM = 'kept';

/** What is kept by its pods over their ends. */
export type KeptComponent = Exclude<Component, 'backtest'>;

/** The name of what a process has in a cluster. */
export function setNameOf(component: KeptComponent, installation: string, workloadId: string): string {
  return nameOf(component, `${installation} ${workloadId}`);
}

/** The claim that a StatefulSet makes for its pod. */
export function claimOf(name: string): string {
  return `${CLAIM}-${podNameOf(name)}`;
}

/** The pod of a StatefulSet, of which there is one. */
export function podNameOf(name: string): string {
  return `${name}-0`;
}

/** What a process is in a cluster. */
export interface KeptProcess {
  readonly component: KeptComponent;
  readonly installation: string;
  /** Its name. */
  readonly workloadId: string;
  readonly venue: string;
  /** Tells the account's processes from others', and not whose they are; absent: nobody's. */
  readonly accountDigest?: string | undefined;
  readonly values: KeptPodValues;
  /** Where its pod has what it keeps. */
  readonly folder: string;
}

type HolderParts = Pick<
  PodParts,
  'holder' | 'holderArguments' | 'memoryBytes' | 'memoryBytesMax' | 'graceSeconds' | 'isIsolating' | 'secrets'
>;

/** One pod at a time, with what it keeps: two of one process would do everything twice. */
export function keptSetOf(process: KeptProcess, parts: HolderParts): V1StatefulSet {
  const { component, installation, workloadId, venue, accountDigest, values, folder } = process;
  const name = setNameOf(component, installation, workloadId);
  const own = { ...ownLabels(component, installation), [WORKLOAD]: workloadId };
  const labels = {
    ...values.labels,
    ...own,
    [labelOf('venue')]: venue,
    ...(accountDigest !== undefined && { [labelOf('account')]: accountDigest }),
  };
  return {
    metadata: { name, labels, annotations: { ...values.annotations } },
    spec: {
      ...{ replicas: 1, serviceName: name, selector: { matchLabels: own }, revisionHistoryLimit: 1 },
      // An upgrade of the platform ends none.
      updateStrategy: { type: 'OnDelete' },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      template: podOf({
        ...{ ...parts, name, labels, values, restartPolicy: 'Always', mounts: [{ name: CLAIM, mountPath: folder }] },
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
