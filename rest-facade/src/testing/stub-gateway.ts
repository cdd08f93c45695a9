import { setImmediate } from 'node:timers/promises';
import { PlatformError } from '@platform/errors';
import { toPlatformError } from '../gateway/answer.js';
import type { Asker, Executor, OnAllowance } from '../gateway/executor.js';

/** One recorded call. `path`: `/graphql`, or `/caller` with the number of requests that it counts as. */
export interface Question extends Asker {
  readonly path: string;
  readonly body: { query?: string; variables?: unknown };
}

/** What a test answers a question with. */
export class StubResponse {
  readonly #answer = Promise.withResolvers<unknown>();

  constructor(private readonly onAllowance: OnAllowance) {}

  /** What `sendJson` was given, or the refusal. */
  get answer(): Promise<unknown> {
    return this.#answer.promise;
  }

  /** Says what is left of the caller's allowance. */
  allow(headers: Readonly<Record<string, string>>): void {
    this.onAllowance(headers);
  }

  /** Returns the response; for the status of a refusal, the error in it. */
  send(body: unknown, status: number): void {
    const { errors } = Object(body);
    if (status >= 400) this.#answer.reject(toPlatformError(errors[0]));
    else this.#answer.resolve(body);
  }

  /** Fails as a service that is down. */
  destroy(): void {
    this.#answer.reject(new PlatformError('service_unavailable'));
  }
}

type Reply = (response: StubResponse, question: Question) => void;

/** Replaces the gateway with responses of a test: for faults that a working gateway can't be made to show. */
export function startStubGateway() {
  const questions: Question[] = [];
  let reply: Reply = (response) => sendJson(response, { data: {} });
  const ask = async (question: Question, onAllowance: OnAllowance): Promise<unknown> => {
    questions.push(question);
    // Like a response of another process.
    await setImmediate();
    const response = new StubResponse(onAllowance);
    reply(response, question);
    return response.answer;
  };
  const executor: Executor = {
    execute: async (asker, body, onAllowance) => Object(await ask({ ...asker, path: '/graphql', body }, onAllowance)),
    caller: async (asker, requests, onAllowance) => {
      const path = requests === 1 ? '/caller' : `/caller?requests=${requests}`;
      const { credential_type, permissions, errors } = Object(await ask({ ...asker, path, body: {} }, onAllowance));
      if (errors !== undefined) throw toPlatformError(errors[0]);
      return { credentialType: credential_type, permissions };
    },
    isReady: async () => true,
  };
  return {
    executor,
    questions,
    answerWith: (next: Reply) => {
      reply = next;
    },
  };
}

/** Answers. */
export function sendJson(response: StubResponse, body: unknown, status = 200): void {
  response.send(body, status);
}
