import type { Asker } from './executor.js';

/** A request to the graph, passed on for a caller of the facade. */
export interface GraphRequest extends Pick<Asker, 'id' | 'headers' | 'ip'> {
  /** The body as it was parsed. */
  readonly body: unknown;
}

/** The graph's answer, to be sent as it is. */
export interface GraphAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers as the gateway's `/graphql` does: with its limits, counts and errors. */
export type AnswerGraph = (request: GraphRequest) => Promise<GraphAnswer>;
