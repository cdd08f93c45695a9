import type { Client, CombinedError, OperationResult } from '@urql/core';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { useStore } from '../app/store.js';
import { client } from './client.js';
import { type Problem, problemOfGraph } from './problem.js';
import { sessionProblem } from './session-problem.js';

/** A document of the graph with the types of what it asks and takes, as `npm run generate` writes it. */
export interface Document<Data, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Data;
}

/** What a page knows of an answer. */
export interface Answer<Data> {
  /** The latest data; kept while newer is on its way, and beside a problem where the answer is partial. */
  readonly data: Data | undefined;
  /** Why there is no answer, or why a part of it is null. */
  readonly problem: Problem | undefined;
  /** Whether an answer is on its way. */
  readonly isLoading: boolean;
  /** Asks again. */
  readonly again: () => void;
}

interface State<Data> {
  readonly data?: Data | undefined;
  readonly problem?: Problem | undefined;
  readonly isLoading: boolean;
}

/**
 * Asks the graph, shows what is remembered meanwhile, and asks again when a mutation changed what it shows. Nothing is asked while
 * `variables` is undefined.
 */
export function useQuery<Data, Variables extends object>(
  document: Document<Data, Variables>,
  variables: Variables | undefined,
): Answer<Data> {
  const graph = useStore(client);
  const [state, setState] = useState<State<Data>>({ isLoading: true });
  const [round, setRound] = useState(0);
  const text = document.toString();
  const key = JSON.stringify(variables);
  // Variables are compared by what they say
  useEffect(() => {
    if (variables === undefined) return;
    setState((old) => ({ ...old, isLoading: true }));
    const policy = round === 0 ? 'cache-and-network' : 'network-only';
    const answers = graph.query<Data, Variables>(text, variables, { requestPolicy: policy });
    const { unsubscribe } = answers.subscribe((result) => setState(stateOf(result)));
    return unsubscribe;
  }, [graph, text, key, round]);
  const again = useCallback(() => setRound((old) => old + 1), []);
  return { data: state.data, problem: state.problem, isLoading: state.isLoading, again };
}

function stateOf<Data>({ data, error, stale }: OperationResult<Data>): State<Data> {
  return { data: data ?? undefined, problem: noted(error), isLoading: stale };
}

/** What became of a change. */
export type Outcome<Data> =
  | { readonly data: Data; readonly problem?: undefined }
  | { readonly data?: undefined; readonly problem: Problem };

/** What a page does to make a change, and whether it is under way. */
export interface Change<Data, Variables> {
  readonly send: (variables: Variables) => Promise<Outcome<Data>>;
  readonly isSending: boolean;
  /** Why the last one failed. */
  readonly problem: Problem | undefined;
}

/** Changes something; queries that show the types of its answer are asked again by themselves. */
export function useMutation<Data, Variables extends object>(
  document: Document<Data, Variables>,
): Change<Data, Variables> {
  const graph = useStore(client);
  const [state, setState] = useState<{ isSending: boolean; problem?: Problem | undefined }>({ isSending: false });
  const text = document.toString();
  const send = useCallback(
    async (variables: Variables): Promise<Outcome<Data>> => {
      setState({ isSending: true });
      const { data, error } = await graph.mutation<Data, Variables>(text, variables).toPromise();
      const problem = noted(error);
      setState({ isSending: false, problem });
      if (problem !== undefined) return { problem };
      if (data === undefined || data === null) throw new Error('the graph answered a mutation with nothing');
      return { data };
    },
    [graph, text],
  );
  return { send, isSending: state.isSending, problem: state.problem };
}

/** Asks once, outside of what is drawn. */
export async function ask<Data, Variables extends object>(
  document: Document<Data, Variables>,
  variables: Variables,
  graph: Client = client.get(),
): Promise<Outcome<Data>> {
  const { data, error } = await graph
    .query<Data, Variables>(document.toString(), variables, { requestPolicy: 'network-only' })
    .toPromise();
  const problem = noted(error);
  if (problem !== undefined) return { problem };
  if (data === undefined || data === null) throw new Error('the graph answered a query with nothing');
  return { data };
}

/** A session that has ended leads to the way in. */
function noted(error: CombinedError | undefined): Problem | undefined {
  const problem = problemOfGraph(error);
  if (problem !== undefined) sessionProblem(problem);
  return problem;
}
