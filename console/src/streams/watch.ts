import { type Client, createClient } from 'graphql-sse';
import { useEffect, useRef } from 'preact/hooks';
import { client as graph } from '../graph/client.js';
import { type Field, Follower } from './follower.js';

/** What a page wants to be told about. */
export type Topic =
  | { readonly kind: 'backtest'; readonly id: string }
  | { readonly kind: 'backtests' }
  | { readonly kind: 'deployment'; readonly id: string }
  | { readonly kind: 'deployments' }
  | { readonly kind: 'execution'; readonly id: string }
  | { readonly kind: 'executions' }
  | { readonly kind: 'wallet' };

/** Changes that come at once are read at once. */
const TOGETHER_MS = 400;
/** A connection outlasts the way from one page to the next. */
const KEPT_MS = 5_000;

/** One record is followed with all of its kind: a page and the overview then share a subscription. */
const FIELDS: Readonly<Record<Topic['kind'], Field>> = {
  backtest: 'backtests',
  backtests: 'backtests',
  deployment: 'deployments',
  deployments: 'deployments',
  execution: 'executions',
  executions: 'executions',
  wallet: 'wallet',
};

let connection: Client<true> | undefined;
const followers = new Map<Field, Follower>();

/** All subscriptions share one connection: of these a browser has six for a server. */
function connected(): Client<true> {
  connection ??= createClient({
    url: '/console/streams',
    singleConnection: true,
    lazyCloseTimeout: KEPT_MS,
    retryAttempts: 0,
    headers: { 'x-console': '1' },
  });
  return connection;
}

// Another session begins: what the last one followed is not its own.
graph.watch(() => {
  connection?.dispose();
  connection = undefined;
  for (const follower of followers.values()) follower.restart();
});

/**
 * Calls back when something of a topic may have changed, until the returned function is called. The one place that knows how the
 * console learns of changes.
 */
function watch(topic: Topic, changed: () => void): () => void {
  const field = FIELDS[topic.kind];
  const follower = followers.get(field) ?? new Follower(connected, field);
  followers.set(field, follower);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = follower.listen((id) => {
    if ('id' in topic && id !== undefined && id !== topic.id) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      changed();
    }, TOGETHER_MS);
  });
  return () => {
    clearTimeout(timer);
    leave();
  };
}

/** Calls back when something of a topic may have changed, while the component is shown; not at all without a topic. */
export function useChanges(topic: Topic | undefined, changed: () => void): void {
  const latest = useRef(changed);
  latest.current = changed;
  const key = JSON.stringify(topic);
  // Topics are compared by what they say.
  useEffect(() => (topic === undefined ? undefined : watch(topic, () => latest.current())), [key]);
}
