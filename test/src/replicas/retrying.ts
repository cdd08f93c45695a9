import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Caller } from '../platform/caller.js';

/** What a client waits for before its only retry, where the answer names no time. */
const PAUSE_MS = 1_000;
const SHOWN_MAX = 300;

/** Requests of clients that retry once: a connection that broke, or an answer that says that the platform could not do it. */
export class Retrying {
  sent = 0;
  cured = 0;
  /** What failed twice. */
  readonly failures: string[] = [];

  /** Sends a request, and once more where it failed; returns the last answer, undefined where there is none. */
  async send(caller: Caller, method: string, path: string, body?: object, key?: string): Promise<Answer | undefined> {
    this.sent += 1;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const ask = () => caller.send(method, path, body, headers).catch((error: unknown) => String(error));
    const first = await ask();
    if (isAnswered(first)) return first;
    await wait(typeof first === 'string' ? PAUSE_MS : retryAfterMs(first));
    const second = await ask();
    if (isAnswered(second)) this.cured += 1;
    else this.failures.push(`${method} ${path}: ${shown(first)}; then ${shown(second)}`);
    return typeof second === 'string' ? undefined : second;
  }
}

function isAnswered(answer: Answer | string): answer is Answer {
  return typeof answer !== 'string' && answer.status < 500;
}

function retryAfterMs({ headers }: Answer): number {
  return Number(headers.get('retry-after') ?? PAUSE_MS / 1_000) * 1_000;
}

function shown(answer: Answer | string): string {
  return typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body).slice(0, SHOWN_MAX)}`;
}
