import type { ComponentChildren } from 'preact';
import { words } from './format.js';

/** What a word of the platform means for the reader. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';

const TONES: Readonly<Record<string, Tone>> = {
  finished: 'good',
  running: 'good',
  succeeded: 'good',
  confirmed: 'good',
  completed: 'good',
  active: 'good',
  available: 'good',
  passed: 'good',
  ready: 'good',
  attached: 'good',
  error: 'bad',
  failed: 'bad',
  rejected: 'bad',
  missing: 'bad',
  reconciliation_required: 'warn',
  halted: 'warn',
  unavailable: 'warn',
  queued: 'busy',
  starting: 'busy',
  stopping: 'busy',
  deleting: 'busy',
  processing: 'busy',
  broadcast: 'busy',
  observed: 'busy',
  submitting: 'busy',
  reconciling: 'busy',
  pending: 'busy',
  provisioning: 'busy',
};

/** A status of the platform, in its colour. */
export function Status({ of }: { readonly of: string }) {
  return <Badge tone={TONES[of] ?? 'plain'}>{words(of)}</Badge>;
}

/** Paper or live, which nobody may confuse. */
export function Mode({ of }: { readonly of: string }) {
  return <Badge tone={of === 'live' ? 'warn' : 'plain'}>{of === 'live' ? 'live money' : words(of)}</Badge>;
}

/** A short word in a colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
