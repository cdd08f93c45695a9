import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { boundedText } from '../../feed/bounded-text.js';
import { TooMuchToRead } from './workload-reader.js';

/** How long one request may take, with its answer. */
const TIMEOUT_MS = 2_500;

/** Where a cluster's API is, and who asks it. */
export interface KubernetesAddress {
  /** Of its API server. */
  readonly url: string;
  /** The token of a service account: a file that is replaced before the token ends. */
  readonly tokenFile: string;
  /** The certificate (PEM) of the cluster's authority: a file that may be replaced too. */
  readonly caFile: string;
  /** Of one request; absent: 2,500. */
  readonly timeoutMs?: number;
}

/** What is asked of a cluster. */
export interface KubernetesQuestion {
  readonly path: `/${string}`;
  readonly query: Readonly<Record<string, string>>;
  readonly answerBytesMax: number;
}

/** Asks a cluster's API: reads alone, each with a deadline, and one connection per request. */
export class KubernetesApi {
  constructor(private readonly address: KubernetesAddress) {}

  /** Returns the text of an answer. Rejects for every status but 200, where there is none in time, and with `TooMuchToRead`. */
  async get({ path, query, answerBytesMax }: KubernetesQuestion): Promise<string> {
    const { url, tokenFile, caFile, timeoutMs = TIMEOUT_MS } = this.address;
    const target = new URL(`${url.replace(/\/$/, '')}${path}?${new URLSearchParams(query)}`);
    const signal = AbortSignal.timeout(timeoutMs);
    const token = (await readFile(tokenFile, { encoding: 'utf8', signal })).trim();
    const options = { headers: { authorization: `Bearer ${token}` }, agent: false, signal } as const;
    const isTls = target.protocol === 'https:';
    const sent = isTls
      ? requestHttps(target, { ...options, ca: await readFile(caFile, { signal }) })
      : requestHttp(target, options);
    // What breaks after the answer has begun is told by the answer.
    sent.on('error', () => {});
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response', { signal });
    if (response?.statusCode === 200)
      return boundedText(response, answerBytesMax, () => new TooMuchToRead(answerBytesMax));
    sent.destroy();
    throw new Error(`${path}: the API of the cluster answers ${response?.statusCode}`);
  }
}
