import { z } from 'zod';

/** What is read of Kubernetes' objects (apps/v1 and v1), and of its logs. */

const names = z.record(z.string(), z.string());

const metadataSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  labels: names.default({}),
  /** When it was asked to go. */
  deletionTimestamp: z.string().nullish(),
  creationTimestamp: z.iso.datetime({ offset: true }),
  ownerReferences: z.array(z.object({ uid: z.string(), controller: z.boolean().default(false) })).default([]),
});

const deploymentSchema = z.object({
  metadata: metadataSchema,
  spec: z.object({ replicas: z.int().default(1), selector: z.object({ matchLabels: names.default({}) }) }),
});

const replicaSetSchema = z.object({ metadata: metadataSchema });

/** A state of a container names what it is by its key. */
const stateSchema = z.object({ running: z.unknown(), terminated: z.unknown() }).partial().default({});

const podSchema = z.object({
  metadata: metadataSchema,
  status: z.object({
    phase: z.string(),
    startTime: z.iso.datetime({ offset: true }).optional(),
    conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
    containerStatuses: z
      .array(z.object({ name: z.string(), restartCount: z.int(), state: stateSchema, lastState: stateSchema }))
      .default([]),
  }),
});

/** Deployment of Kubernetes, not of the platform. */
export type KubernetesDeployment = z.output<typeof deploymentSchema>;
/** A pod. */
export type Pod = z.output<typeof podSchema>;
/** What each object says of itself. */
type Metadata = z.output<typeof metadataSchema>;

/** A page of a list: `continue` names the rest. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    metadata: z.object({ continue: z.string().nullish() }),
    items: z
      .array(item)
      .nullish()
      .transform((items) => items ?? []),
  });

export const deploymentListSchema = listOf(deploymentSchema);
export const replicaSetListSchema = listOf(replicaSetSchema);
export const podListSchema = listOf(podSchema);

/** Returns whether the controller of an object is one of these. */
export function isOwnedBy({ ownerReferences }: Metadata, uids: ReadonlySet<string>): boolean {
  return ownerReferences.some(({ uid, controller }) => controller && uids.has(uid));
}

/** Returns whether a pod may still do something. */
export function isLive({ status: { phase } }: Pod): boolean {
  return phase !== 'Succeeded' && phase !== 'Failed';
}

/** Returns whether a pod does what it is for. */
export function isReady(pod: Pod): boolean {
  const { metadata, status } = pod;
  const isGoing = metadata.deletionTimestamp != null;
  return !isGoing && isLive(pod) && status.conditions.some((each) => each.type === 'Ready' && each.status === 'True');
}

/** Returns whether a container of a pod has run, so that there may be lines of it. */
export function hasRun({ status }: Pod, container: string | undefined): boolean {
  return status.containerStatuses
    .filter(({ name }) => container === undefined || name === container)
    .some(({ state, lastState }) =>
      [state.running, state.terminated, lastState.running, lastState.terminated].some((each) => each != null),
    );
}
