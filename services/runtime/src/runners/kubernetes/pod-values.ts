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

/** Those that keep something over their ends. */
const keptPodSchema = podSchema.extend({
  /** What a claim asks for, as a quantity. */
  storage: z.string().min(1),
  /** Absent: the cluster's own. */
  storageClassName: z.string().min(1).exactOptional(),
});

/** Those of bots keep what their bots do, and wait more than they work. */
const botPodSchema = keptPodSchema.extend({
  /** What the bots of an account keep, and their logs. */
  storage: z.string().min(1).default('4Gi'),
  /** Memory that a pod is scheduled by; absent: all that it may use. */
  memoryMebibytes: z.int().positive().exactOptional(),
});

/** Those of the proxies of live bots: no strategy runs in them, and they speak to the wallet service and to a venue. */
const proxyPodSchema = keptPodSchema.extend({
  /** What the journals of an account keep. */
  storage: z.string().min(1).default('256Mi'),
  processorMilli: z.int().positive().default(50),
  /** Those with the files that `VENUE_PROXY_ENVIRONMENT` names, each with where it is found there. */
  secrets: z
    .array(z.strictObject({ secretName: z.string().min(1), mountPath: z.string().startsWith('/') }))
    .default([]),
  /** What they reach, as the rules of a NetworkPolicy. */
  egress: z.array(z.looseObject({})).default([]),
});

/** What an operator chooses for the pods that the runtime service makes: values of the chart. */
export const podsSchema = z.strictObject({
  /** The pods of the runtime service: they alone reach those that it makes. */
  services: z.strictObject({ namespace: z.string().min(1), labels: z.record(z.string(), z.string()) }),
  backtests: podSchema,
  /** Absent: bots run beside the service. */
  bots: botPodSchema.exactOptional(),
  /** Absent: bots with real money run beside the service, with their proxies; else in pods, as `bots`. */
  proxies: proxyPodSchema.exactOptional(),
});

/** What an operator chooses for pods. */
export type PodsValues = z.output<typeof podsSchema>;
/** What an operator chooses for pods of bots. */
export type BotPodValues = z.output<typeof botPodSchema>;
/** What an operator chooses for pods of one kind. */
export type PodValues = z.output<typeof podSchema>;
/** What an operator chooses for pods that keep something. */
export type KeptPodValues = z.output<typeof keptPodSchema>;
/** What an operator chooses for pods of proxies. */
export type ProxyPodValues = z.output<typeof proxyPodSchema>;
