import { createHash } from 'node:crypto';
import type { V1Job, V1NetworkPolicy, V1PodTemplateSpec, V1Secret } from '@kubernetes/client-node';
import type { ProcessLimits } from '../runner.js';
import type { PodsValues, PodValues } from './pod-values.js';

/** Of the platform's own labels, which belong to nobody else. */
const PREFIX = 'trading-platform';
const MANAGED_BY = 'app.kubernetes.io/managed-by';
const COMPONENT = 'app.kubernetes.io/component';
const INSTALLATION = `${PREFIX}/installation`;
const RUN = `${PREFIX}/run`;
const BACKTEST = 'backtest';
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

/** The name of an object: the same for the same thing, so that a repeated creation meets the first. */
export function nameOf(kind: string, of: string): string {
  return `${kind}-${createHash('sha256').update(of).digest('hex').slice(0, 16)}`;
}

/** The selector of all pods that an installation of the platform runs programs in. */
export function selectorOf(installation: string): string {
  return `${MANAGED_BY}=${PREFIX},${INSTALLATION}=${installation},${COMPONENT}=${BACKTEST}`;
}

/** The name of the run that a pod is of. */
export function runOf(labels: Readonly<Record<string, string>> | undefined): string | undefined {
  return labels?.[RUN];
}

function labelsOf({ name, installation }: Pick<RunObjects, 'name' | 'installation'>): Record<string, string> {
  return { [MANAGED_BY]: PREFIX, [COMPONENT]: BACKTEST, [INSTALLATION]: installation, [RUN]: name };
}

/** One pod, once, that runs a program: what fails is for the platform to judge, which tries again where that helps. */
export function jobOf(run: RunObjects): V1Job {
  const { name, values, deadlineSeconds } = run;
  const labels = { ...values.labels, ...labelsOf(run) };
  return {
    metadata: { name, labels, annotations: { ...values.annotations } },
    spec: {
      ...{ backoffLimit: 0, completions: 1, parallelism: 1, podReplacementPolicy: 'Failed' },
      ...{ activeDeadlineSeconds: deadlineSeconds, ttlSecondsAfterFinished: LEFT_SECONDS },
      template: podOf(run, labels),
    },
  };
}

function podOf(run: RunObjects, labels: Record<string, string>): V1PodTemplateSpec {
  const { name, values, limits, holder } = run;
  const { runtimeClassName, priorityClassName, nodeSelector, tolerations, image } = values;
  const { processorMilli, processorMilliMax } = values;
  const memory = Math.ceil(limits.memoryBytes * (1 + KERNEL_SHARE)) + limits.folderBytes + HOLDER_BYTES;
  return {
    metadata: { labels, annotations: { ...values.annotations } },
    spec: {
      ...{ restartPolicy: 'Never', terminationGracePeriodSeconds: GRACE_SECONDS, nodeSelector: { ...nodeSelector } },
      // Nothing in it speaks to the cluster, or knows its services.
      ...{ automountServiceAccountToken: false, enableServiceLinks: false, shareProcessNamespace: false },
      ...(runtimeClassName !== undefined && { runtimeClassName }),
      ...(priorityClassName !== undefined && { priorityClassName }),
      ...{ tolerations, imagePullSecrets: values.imagePullSecrets.map((secret) => ({ name: secret })) },
      securityContext: {
        ...{ runAsNonRoot: true, runAsUser: ROOT_LESS_USER, runAsGroup: ROOT_LESS_USER, fsGroup: ROOT_LESS_USER },
        seccompProfile: seccompOf(values),
      },
      containers: [
        {
          ...{ name: 'holder', image, imagePullPolicy: 'IfNotPresent' },
          command: [...holder],
          args: ['$(POD_ADDRESS)', String(LINKS_PORT), name, `${KEY_FOLDER}/${KEY_FILE}`],
          env: [{ name: 'POD_ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
          ports: [{ name: 'links', containerPort: LINKS_PORT }],
          resources: {
            requests: { cpu: `${processorMilli}m`, memory: String(memory) },
            limits: {
              memory: String(memory),
              ...(processorMilliMax !== undefined && { cpu: `${processorMilliMax}m` }),
            },
          },
          securityContext: {
            ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          },
          volumeMounts: [
            { name: KEY_FILE, mountPath: KEY_FOLDER, readOnly: true },
            { name: 'temporary', mountPath: '/tmp' },
          ],
        },
      ],
      volumes: [
        { name: KEY_FILE, secret: { secretName: name, defaultMode: 0o440 } },
        { name: 'temporary', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
      ],
    },
  };
}

function seccompOf({ seccompProfile }: PodValues) {
  return seccompProfile === undefined
    ? { type: 'Unconfined' }
    : { type: 'Localhost', localhostProfile: seccompProfile };
}

/** The key of a run's links; it goes with the run's job. */
export function secretOf(run: Pick<RunObjects, 'name' | 'installation'>, key: Buffer, jobUid: string): V1Secret {
  const { name } = run;
  return {
    metadata: {
      ...{ name, labels: labelsOf(run) },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid: jobUid, controller: true }],
    },
    ...{ type: 'Opaque', immutable: true, stringData: { [KEY_FILE]: key.toString('hex') } },
  };
}

/** Of all runs of an installation: they are reached by its runtime service alone, and reach nothing. */
export function policyOf(installation: string, services: PodsValues['services']): V1NetworkPolicy {
  const labels = { [MANAGED_BY]: PREFIX, [COMPONENT]: BACKTEST, [INSTALLATION]: installation };
  return {
    metadata: { name: nameOf('runs', installation), labels },
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
      egress: [],
    },
  };
}
