import { z } from 'zod';

/** What the kubelet of the tests reads of a pod. */

const valueSchema = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ fieldRef: z.object({ fieldPath: z.literal('status.podIP') }) }).optional(),
});

const containerSchema = z.object({
  name: z.string(),
  command: z.array(z.string()).min(1),
  args: z.array(z.string()).default([]),
  env: z.array(valueSchema).default([]),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});

const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    deletionTimestamp: z.string().optional(),
    deletionGracePeriodSeconds: z.int().optional(),
  }),
  spec: z.object({
    nodeName: z.string().optional(),
    restartPolicy: z.enum(['Always', 'OnFailure', 'Never']),
    containers: z.array(containerSchema),
    volumes: z
      .array(
        z.object({
          name: z.string(),
          secret: z.object({ secretName: z.string() }).optional(),
          persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
        }),
      )
      .default([]),
  }),
  status: z.object({ phase: z.string() }),
});

export const podListSchema = z.object({ items: z.array(podSchema) });
export const claimSchema = z.object({ metadata: z.object({ uid: z.string() }) });
export const secretSchema = z.object({ data: z.record(z.string(), z.string()).default({}) });

/** A pod. */
export type Pod = z.output<typeof podSchema>;
/** One of its containers. */
export type Container = Pod['spec']['containers'][number];

/** The path of a pod in the API. */
export function pathOf({ metadata: { namespace, name } }: Pod): string {
  return `/api/v1/namespaces/${namespace}/pods/${name}`;
}

/** Returns a container's environment and command as a kubelet has them: values filled in, names in brackets replaced. */
export function commandOf(container: Container, address: string) {
  const environment = Object.fromEntries(
    container.env.map(({ name, value, valueFrom }) => [name, valueFrom === undefined ? (value ?? '') : address]),
  );
  const fill = (text: string) => text.replace(/\$\((\w+)\)/g, (all, name: string) => environment[name] ?? all);
  return { environment, command: [...container.command, ...container.args].map(fill) };
}
