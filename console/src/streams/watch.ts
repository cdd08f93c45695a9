import { useEffect, useRef } from 'preact/hooks';

/** What a page wants to be told about. */
export type Topic =
  | { readonly kind: 'backtest'; readonly id: string }
  | { readonly kind: 'backtests' }
  | { readonly kind: 'deployment'; readonly id: string }
  | { readonly kind: 'deployments' }
  | { readonly kind: 'execution'; readonly id: string }
  | { readonly kind: 'executions' }
  | { readonly kind: 'wallet' };

/** How often a page asks while nothing tells it. */
const POLL_INTERVAL_MS = 2_000;

/**
 * Calls back when something of a topic may have changed, until the returned function is called. The one place that knows how the
 * console learns of changes.
 */
function watch(_topic: Topic, changed: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') changed();
  }, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Calls back when something of a topic may have changed, while the component is shown; not at all without a topic. */
export function useChanges(topic: Topic | undefined, changed: () => void): void {
  const latest = useRef(changed);
  latest.current = changed;
  const key = JSON.stringify(topic);
  // Topics are compared by what they say
  useEffect(() => (topic === undefined ? undefined : watch(topic, () => latest.current())), [key]);
}
