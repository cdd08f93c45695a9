/** The chart, and the parts of its objects that tests read. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { readText, root } from '../structure/repository.js';
import type { ChartTools } from './tools.js';

export const CHART = 'deploy/helm';
/** Of the release in tests, which contains the chart's name, so that objects begin with it alone. */
export const RELEASE = 'trading-platform';
/** What an operator may begin with. */
export const VALUES_FILES = ['values-one-machine.yaml', 'values-three-zones.yaml'] as const;

const texts = z.record(z.string(), z.string());
const containerSchema = z.looseObject({
  name: z.string(),
  args: z.array(z.string()).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
  resources: z.object({ requests: texts, limits: texts }),
  securityContext: z.looseObject({}),
});
const podSchema = z.looseObject({
  containers: z.array(containerSchema),
  initContainers: z.array(containerSchema).default([]),
  automountServiceAccountToken: z.boolean(),
  securityContext: z.looseObject({ runAsNonRoot: z.boolean(), seccompProfile: z.object({ type: z.string() }) }),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
});
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string(), labels: texts }),
  data: texts.optional(),
  spec: z.looseObject({}).optional(),
});
/** What has a template of pods. */
export const templateSchema = z.looseObject({
  template: z.looseObject({ metadata: z.looseObject({ labels: texts }), spec: podSchema }),
});

/** A container of a pod. */
export type Container = z.output<typeof containerSchema>;
/** An object that the chart makes. */
export type ChartObject = z.output<typeof objectSchema>;

/** The chart's values and their schema, as they are written. */
export function readChart(file: string): unknown {
  return parse(readText(join(CHART, file)));
}

/** Renders the chart into a file that goes with the returned objects. */
export class RenderedChart implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    readonly file: string,
    readonly objects: readonly ChartObject[],
  ) {}

  /** Throws what Helm says where it refuses. */
  static async of(tools: ChartTools, args: readonly string[]): Promise<RenderedChart> {
    const { succeeded, output } = await tools.helm(['template', RELEASE, join(root, CHART), ...args]);
    if (!succeeded) throw new Error(output);
    const folder = await mkdtemp(join(tmpdir(), 'chart-'));
    const file = join(folder, 'objects.yaml');
    await writeFile(file, output);
    // As Kubernetes' own reader has it: modes are octal.
    const documents = parseAllDocuments(output, { version: '1.1' }).map((document) => document.toJS() as unknown);
    return new RenderedChart(folder, file, z.array(objectSchema).parse(documents.filter((each) => each !== null)));
  }

  /** Its objects of one kind. */
  all(kind: string): readonly ChartObject[] {
    return this.objects.filter((each) => each.kind === kind);
  }

  /** What runs and stays, by the process it is of. */
  workloads() {
    const found = [...this.all('Deployment'), ...this.all('StatefulSet')];
    return new Map(
      found.map(({ metadata, spec }) => {
        const { template } = templateSchema.parse(spec);
        return [componentOf(metadata), { pod: template.spec, labels: template.metadata.labels, spec }] as const;
      }),
    );
  }

  /** Every container of every pod that stays, with the variables that it is started with beside those of its Secret. */
  containers(): {
    readonly component: string;
    readonly container: Container;
    readonly variables: Readonly<Record<string, string>>;
  }[] {
    const maps = new Map(this.all('ConfigMap').map(({ metadata, data }) => [metadata.name, data ?? {}]));
    return [...this.workloads()].flatMap(([component, { pod }]) =>
      [...pod.initContainers, ...pod.containers].map((container) => {
        const shared = container.envFrom.map(({ configMapRef }) => maps.get(configMapRef.name));
        const own = container.env.map(({ name, value }) => [name, value]);
        return { component, container, variables: Object.assign({}, ...shared, Object.fromEntries(own)) };
      }),
    );
  }

  /** Writes an object beside the file, and returns its path. */
  async write(name: string, object: object): Promise<string> {
    const file = join(this.folder, name);
    await writeFile(file, stringify(object));
    return file;
  }

  /** Removes the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** The process that an object is of. */
export function componentOf({ labels }: ChartObject['metadata']): string {
  return labels['app.kubernetes.io/component'] ?? '';
}
