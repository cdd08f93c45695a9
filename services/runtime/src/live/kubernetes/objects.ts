import type { V1StatefulSet } from '@kubernetes/client-node';
import { keptSetOf } from '../../runners/kubernetes/kept/objects.js';
import type { ProxyPodValues } from '../../runners/kubernetes/pod-values.js';

/** Where a pod has what its proxy keeps. */
const FOLDER = '/run/proxy';
const MEBIBYTE = 1024 ** 2;
/** A proxy with its bounded heap, and what holds it. */
const MEMORY_BYTES = (288 + 96) * MEBIBYTE;
/** What a proxy that is told to go may take for what is under way. */
const GRACE_SECONDS = 30;

/** Whose proxy it is: the account's digest tells it from others, and not who it is. */
export interface ProxyOwner {
  readonly venue: string;
  readonly accountDigest: string;
}

/** What the objects of a proxy are made of. */
export interface ProxyObjectParts {
  readonly installation: string;
  readonly values: ProxyPodValues;
  /** The command that holds a pod's proxy, but for where, by which key and what it keeps; and the program of the proxy. */
  readonly holder: readonly [string, ...string[]];
  readonly program: string;
}

/** The name of an account's proxy at a venue, which its objects have as a label. */
export function proxyIdOf({ venue, accountDigest }: ProxyOwner): string {
  return `${venue}-${accountDigest}`;
}

/** One pod at a time, with the journal of what was sent: two proxies of one account would take each other's agent away. */
export function proxySetOf(owner: ProxyOwner, parts: ProxyObjectParts): V1StatefulSet {
  const { installation, values, holder, program } = parts;
  return keptSetOf(
    { ...owner, component: 'proxies', workloadId: proxyIdOf(owner), installation, values, folder: FOLDER },
    {
      ...{ holder, holderArguments: [FOLDER, program], graceSeconds: GRACE_SECONDS, secrets: values.secrets },
      ...{ memoryBytes: MEMORY_BYTES, memoryBytesMax: MEMORY_BYTES, isIsolating: false },
    },
  );
}
