import { constants } from 'node:os';
import { resolve } from 'node:path';
import { readDescriptor } from '@platform/kit/descriptor';
import { call } from '../quickstart/client.js';
import { UsageError } from './arguments.js';
import { textOf } from './errors.js';
import { type Patience, patiently } from './patience.js';
import type { Waiting } from './waiting.js';

const STOPPED_BY = ['SIGINT', 'SIGTERM'] as const;
const SIGNALLED = 128;

/** A request to the platform; those with the same key have their effect once. */
interface Wanted {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** How long it may keep failing. */
  readonly lastsMs: number;
}

/** A running platform, as a command asks it: with the user's key, and patiently. */
export class CommandPlatform {
  private constructor(
    readonly url: string,
    private readonly apiKey: string,
    private readonly waiting: Waiting,
  ) {}

  /**
   * Finds the platform that the user names, by an address or by `PLATFORM_URL`, else the one that runs on `DATA_DIR`; the key is read from
   * `PLATFORM_API_KEY`. Throws `UsageError`.
   */
  static async find(url: string | undefined, waiting: Waiting): Promise<CommandPlatform> {
    const base = url ?? (process.env['PLATFORM_URL'] || (await runningPlatform()));
    const apiKey = process.env['PLATFORM_API_KEY'];
    if (!apiKey) throw new UsageError('an API key is needed, in the environment: PLATFORM_API_KEY');
    return new CommandPlatform(base, apiKey, waiting);
  }

  /** Asks until there is an answer, or a failure that does not pass. Throws `ApiError`, or fetch's `TypeError`. */
  ask<Body>({ method, path, body, idempotencyKey, lastsMs }: Wanted): Promise<Body> {
    const { url, apiKey } = this;
    return patiently(() => call<Body>(url, method, path, { apiKey }, body, idempotencyKey), this.#patience(lastsMs));
  }

  #patience(lastsMs: number): Patience {
    const onFailure = (error: unknown) => {
      this.waiting.clear();
      process.stderr.write(`no answer yet, trying again: ${textOf(error)}\n`);
      this.waiting.waitFor('waiting for an answer');
    };
    return { lastsMs, onFailure };
  }
}

/** Ends the process where it is told to, after what the user should know. */
export function onStop(waiting: Waiting, ...lines: readonly string[]): void {
  for (const signal of STOPPED_BY)
    process.once(signal, () => {
      waiting.say(...lines);
      process.exit(SIGNALLED + constants.signals[signal]);
    });
}

async function runningPlatform(): Promise<string> {
  const dataDirectory = resolve(process.env['DATA_DIR'] || '.data');
  const descriptor = await readDescriptor(dataDirectory).catch(() => {
    throw new UsageError(`no platform runs on ${dataDirectory}: npm start, or name one with --url or PLATFORM_URL`);
  });
  return descriptor.base_url;
}
