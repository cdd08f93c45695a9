import { createHash } from 'node:crypto';
import type { V1Container, V1Job, V1NetworkPolicy, V1PodTemplateSpec, V1Secret } from '@kubernetes/client-node';
import type { ProcessLimits } from '../runner.js';
import type { PodsValues, PodValues } from './pod-values.js';

/** Of the platform's own labels, which belong to nobody else. */
const PREFIX = 'trading-platform';
const MANAGED_BY = 'app.kubernetes.io/managed-by';
const COMPONENT = 'app.kubernetes.io/component';
const INSTALLATION = `${PREFIX}/installation`;
const DIGITS = 16;
const POLICIES = { backtest: 'runs', bots: 'bots', proxies: 'proxies' } as const;
/** Where a pod takes links, and has the key for them. */
export const LINKS_PORT = 7_443;
const KEY_FOLDER = '/run/trading-platform';
const KEY_FILE = 'key';
/** What the holder of a program needs beside it. */
const HOLDER_BYTES = 96 * 1024 ** 2;
/** Of a program's memory, what the kernel's own objects for it may take beside; the limit within strikes first. */
const KERNEL_SHARE = 0.1;
/** Removed by the cluster where the service that made it has died. */
const LEFT_SECONDS = 300;
/** A pod that is told to go ends its program at once. */
const GRACE_SECONDS = 10;
const ROOT_LESS_USER = 65_534;

/** One run as its objects are made. */
export interface RunObjects {
  readonly name: string;
  readonly installation: string;
  readonly limits: ProcessLimits;
  /** The command that holds a program, but for where and by which key. */
  readonly holder: readonly [string, ...string[]];
  readonly values: PodValues;
  /** After which it is ended in any case. */
  readonly deadlineSeconds: number;
}

/** What pods are for. */
export type Component = keyof typeof POLICIES;

/** The name of an object: the same for the same thing, so that a repeated creation meets the first. */
export function nameOf(kind: string, of: string): string {
  return `${kind}-${createHash('sha256').update(of).digest('hex').slice(0, DIGITS)}`;
}

/** The labels by which an installation of the platform knows what it made for one purpose. */
export function ownLabels(component: Component, installation: string): Record<string, string> {
  return { [MANAGED_BY]: PREFIX, [COMPONENT]: component, [INSTALLATION]: installation };
}

/** The selector of all that has these labels. */
export function selectorOf(component: Component, installation: string): string {
  return Object.entries(ownLabels(component, installation))
    .map(([label, value]) => `${label}=${value}`)
    .join(',');
}

/** The name of one of the platform's own labels. */
export function labelOf(what: 'run' | 'workload' | 'account' | 'venue'): string {
  return `${PREFIX}/${what}`;
}

/** The label of what a run has, with the run's name. */
export const RUN = labelOf('run');

function labelsOf({ name, installation }: Pick<RunObjects, 'name' | 'installation'>): Record<string, string> {
  return { ...ownLabels('backtest', installation), [RUN]: name };
}

/** One pod, once, that runs a program: what fails is for the platform to judge, which tries again where that helps. */
export function jobOf(run: RunObjects): V1Job {
  const { name, values, holder, limits, deadlineSeconds } = run;
  const labels = { ...values.labels, ...labelsOf(run) };
  const memoryBytes = memoryOf(limits, HOLDER_BYTES);
  return {
    metadata: { name, labels, annotations: { ...values.annotations } },
    spec: {
      ...{ backoffLimit: 0, completions: 1, parallelism: 1, podReplacementPolicy: 'Failed' },
      ...{ activeDeadlineSeconds: deadlineSeconds, ttlSecondsAfterFinished: LEFT_SECONDS },
      template: podOf({
        ...{ name, labels, values, holder, restartPolicy: 'Never', graceSeconds: GRACE_SECONDS },
        ...{ memoryBytes, memoryBytesMax: memoryBytes, isIsolating: true },
      }),
    },
  };
}

/** What a pod takes for a program within limits, and for what holds it. */
export function memoryOf({ memoryBytes, folderBytes }: ProcessLimits, holderBytes: number): number {
  return Math.ceil(memoryBytes * (1 + KERNEL_SHARE)) + folderBytes + holderBytes;
}

/** What a pod is made of. */
export interface PodParts {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly values: PodValues;
  readonly holder: readonly [string, ...string[]];
  /** What the holder is told after where it is and by which key. */
  readonly holderArguments?: readonly string[];
  readonly restartPolicy: 'Never' | 'Always';
  readonly graceSeconds: number;
  /** What it is scheduled by, and what it may use at most. */
  readonly memoryBytes: number;
  readonly memoryBytesMax: number;
  /** Whether bubblewrap isolates programs in it, for which it makes namespaces. */
  readonly isIsolating: boolean;
  /** Volumes that its owner has for it, by name. */
  readonly mounts?: readonly { readonly name: string; readonly mountPath: string }[];
  /** Secrets that an operator has made for it; absent: none. */
  readonly secrets?: readonly { readonly secretName: string; readonly mountPath: string }[];
}

/** A pod with a holder of programs, which takes links by the key in the Secret of its name. */
export function podOf(parts: PodParts): V1PodTemplateSpec {
  const { name, labels, values, restartPolicy, graceSeconds, secrets = [] } = parts;
  const { runtimeClassName, priorityClassName, nodeSelector, tolerations } = values;
  return {
    metadata: { labels, annotations: { ...values.annotations } },
    spec: {
      ...{ restartPolicy, terminationGracePeriodSeconds: graceSeconds, nodeSelector: { ...nodeSelector } },
      // Nothing in it speaks to the cluster, or knows its services.
      ...{ automountServiceAccountToken: false, enableServiceLinks: false, shareProcessNamespace: false },
      ...(runtimeClassName !== undefined && { runtimeClassName }),
      ...(priorityClassName !== undefined && { priorityClassName }),
      ...{ tolerations, imagePullSecrets: values.imagePullSecrets.map((secret) => ({ name: secret })) },
      securityContext: {
        ...{ runAsNonRoot: true, runAsUser: ROOT_LESS_USER, runAsGroup: ROOT_LESS_USER, fsGroup: ROOT_LESS_USER },
        seccompProfile: seccompOf(parts),
      },
      containers: [holderOf(parts)],
      volumes: [
        { name: KEY_FILE, secret: { secretName: name, defaultMode: 0o440 } },
        { name: 'temporary', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
        ...secrets.map(({ secretName }, index) => ({
          name: nameOfSecret(index),
          secret: { secretName, defaultMode: 0o440 },
        })),
      ],
    },
  };
}

function holderOf(parts: PodParts): V1Container {
  const { name, values, holder, holderArguments = [], memoryBytes, memoryBytesMax, mounts = [], secrets = [] } = parts;
  const { image, processorMilli, processorMilliMax } = values;
  return {
    ...{ name: 'holder', image, imagePullPolicy: 'IfNotPresent' },
    command: [...holder],
    args: ['$(POD_ADDRESS)', String(LINKS_PORT), name, `${KEY_FOLDER}/${KEY_FILE}`, ...holderArguments],
    env: [{ name: 'POD_ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
    ports: [{ name: 'links', containerPort: LINKS_PORT }],
    resources: {
      requests: { cpu: `${processorMilli}m`, memory: String(memoryBytes) },
      limits: {
        memory: String(memoryBytesMax),
        ...(processorMilliMax !== undefined && { cpu: `${processorMilliMax}m` }),
      },
    },
    securityContext: {
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    },
    volumeMounts: [
      { name: KEY_FILE, mountPath: KEY_FOLDER, readOnly: true },
      { name: 'temporary', mountPath: '/tmp' },
      ...mounts,
      ...secrets.map(({ mountPath }, index) => ({ name: nameOfSecret(index), mountPath, readOnly: true })),
    ],
  };
}

function nameOfSecret(index: number): string {
  return `secret-${index}`;
}

function seccompOf({ values: { seccompProfile }, isIsolating }: PodParts) {
  if (seccompProfile !== undefined) return { type: 'Localhost', localhostProfile: seccompProfile };
  return { type: isIsolating ? 'Unconfined' : 'RuntimeDefault' };
}

/** The key of a run's links; it goes with the run's job. */
export function secretOf(run: Pick<RunObjects, 'name' | 'installation'>, key: Buffer, jobUid: string): V1Secret {
  return keyOf({ ...run, labels: labelsOf(run) }, key, { apiVersion: 'batch/v1', kind: 'Job', uid: jobUid });
}

/** A key of links, which goes with the object of its name. */
export function keyOf(
  { name, labels }: { readonly name: string; readonly labels: Record<string, string> },
  key: Buffer,
  owner: { readonly apiVersion: string; readonly kind: string; readonly uid: string },
): V1Secret {
  return {
    metadata: { name, labels, ownerReferences: [{ ...owner, name, controller: true }] },
    ...{ type: 'Opaque', immutable: true, stringData: { [KEY_FILE]: key.toString('hex') } },
  };
}

/** Returns the key that a Secret has; undefined where it has none. */
export function keyIn({ data }: V1Secret): Buffer | undefined {
  const text = data?.[KEY_FILE];
  return text === undefined ? undefined : Buffer.from(Buffer.from(text, 'base64').toString(), 'hex');
}

/** Of all pods of an installation for one purpose: they are reached by its runtime service alone, and reach nothing but what is listed. */
export function policyOf(
  component: Component,
  installation: string,
  services: PodsValues['services'],
  egress: readonly object[] = [],
): V1NetworkPolicy {
  const labels = ownLabels(component, installation);
  return {
    metadata: { name: nameOf(POLICIES[component], installation), labels },
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          _from: [
            {
              // Which every namespace has, and nobody can give to another one.
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': services.namespace } },
              podSelector: { matchLabels: { ...services.labels } },
            },
          ],
          ports: [{ protocol: 'TCP', port: LINKS_PORT }],
        },
      ],
      egress: [...egress],
    },
  };
}
