import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});

const podSchema = z.strictObject({
  /** Where they are made; one of those that the service may make anything in. */
  namespace: z.string().min(1),
  /** Has all that the runtime service's own image has, by the same paths. */
  image: z.string().min(1),
  /** Of the registry's credentials, by the names of their Secrets. */
  imagePullSecrets: z.array(z.string()).default([]),
  /** Another boundary than the kernel's own, such as gVisor's. */
  runtimeClassName: z.string().exactOptional(),
  priorityClassName: z.string().exactOptional(),
  /** Such as those of a queue. */
  labels: names,
  annotations: names,
  nodeSelector: names,
  tolerations: z
    .array(
      z.strictObject({
        key: z.string().exactOptional(),
        operator: z.enum(['Exists', 'Equal']).exactOptional(),
        value: z.string().exactOptional(),
        effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).exactOptional(),
        tolerationSeconds: z.int().exactOptional(),
      }),
    )
    .default([]),
  /** A profile of its machines that lets bubblewrap make namespaces, by its path there; absent: none. */
  seccompProfile: z.string().exactOptional(),
  /** Of a core, in thousandths: what it is scheduled by, and what it may use at most. */
  processorMilli: z.int().positive().default(500),
  processorMilliMax: z.int().positive().exactOptional(),
});

/** Those of bots keep what their bots do, and wait more than they work. */
const botPodSchema = podSchema.extend({
  /** What a claim asks for, as a quantity: what the bots of an account keep, and their logs. */
  storage: z.string().min(1).default('4Gi'),
  /** Absent: the cluster's own. */
  storageClassName: z.string().min(1).exactOptional(),
  /** Memory that a pod is scheduled by; absent: all that it may use. */
  memoryMebibytes: z.int().positive().exactOptional(),
});

/** What an operator chooses for the pods that the runtime service makes: values of the chart. */
export const podsSchema = z.strictObject({
  /** The pods of the runtime service: they alone reach those that it makes. */
  services: z.strictObject({ namespace: z.string().min(1), labels: z.record(z.string(), z.string()) }),
  backtests: podSchema,
  /** Absent: bots run beside the service. */
  bots: botPodSchema.exactOptional(),
});

/** What an operator chooses for pods. */
export type PodsValues = z.output<typeof podsSchema>;
/** What an operator chooses for pods of bots. */
export type BotPodValues = z.output<typeof botPodSchema>;
/** What an operator chooses for pods of one kind. */
export type PodValues = z.output<typeof podSchema>;
