import type { IncomingMessage } from 'node:http';
import type { Customer } from '@platform/test/platform';
import { open } from './client.js';

const FOLLOWED = 'subscription { backtests { sequence kind id backtest { status progress { fraction } } } }';
const EVENT = /^event: next$/gm;

/** Users' pages that follow their backtests. */
export class Streams implements AsyncDisposable {
  readonly #open: IncomingMessage[] = [];
  /** How many events all of them were told. */
  events = 0;

  /** Opens one more. */
  async follow(streamsUrl: string, { caller }: Customer): Promise<void> {
    const headers = { accept: 'text/event-stream' };
    const body = { query: FOLLOWED };
    const response = await open({ method: 'POST', url: streamsUrl, apiKey: caller.apiKey, body, headers });
    if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
    this.#open.push(response);
    response.setEncoding('utf8').on('data', (text: string) => {
      this.events += text.match(EVENT)?.length ?? 0;
    });
    // It ends with the measurement.
    response.on('error', () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const response of this.#open) response.destroy();
  }
}
