import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { z } from 'zod';

const TIMEOUT_MS = 30_000;

/** What an API server says where it refuses. */
const statusSchema = z.object({ reason: z.string().default(''), message: z.string().default('') });
const eventSchema = z.object({ type: z.string(), object: z.record(z.string(), z.unknown()) });

/** An object of the API, as it came. */
export type KubernetesObject = Readonly<Record<string, unknown>>;

/** An API server's refusal. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(`${status} ${reason}: ${message}`);
  }
}

/** Asks an API server as one user, by plain HTTP: so nothing of what is tried by it is a client library's doing. */
export class ClusterClient {
  constructor(private readonly server: { readonly url: string; readonly ca: string; readonly token: string }) {}

  /** Returns an object, or a list of them. Rejects with `Refused`, as all others do. */
  get(path: string): Promise<KubernetesObject> {
    return this.#json('GET', path);
  }

  create(path: string, object: object): Promise<KubernetesObject> {
    return this.#json('POST', path, object);
  }

  replace(path: string, object: object): Promise<KubernetesObject> {
    return this.#json('PUT', path, object);
  }

  /** Changes some fields of an object. */
  merge(path: string, fields: object): Promise<KubernetesObject> {
    return this.#json('PATCH', path, fields, 'application/merge-patch+json');
  }

  delete(path: string, options: object = {}): Promise<KubernetesObject> {
    return this.#json('DELETE', path, options);
  }

  /** Returns the text of an answer. */
  async readText(path: string): Promise<string> {
    return textOf(await this.#send('GET', path));
  }

  /** Yields the events of a watch until the server ends it. */
  async *watch(path: string): AsyncGenerator<z.output<typeof eventSchema>> {
    const response = await this.#send('GET', path);
    let rest = '';
    try {
      for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
        const lines = (rest + piece).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield eventSchema.parse(JSON.parse(line));
      }
    } finally {
      response.destroy();
    }
  }

  async #json(method: string, path: string, body?: object, type?: string): Promise<KubernetesObject> {
    const text = await textOf(await this.#send(method, path, body, type));
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  }

  async #send(method: string, path: string, body?: object, type = 'application/json'): Promise<IncomingMessage> {
    const { url, ca, token } = this.server;
    const said = body && Buffer.from(JSON.stringify(body));
    const headers = {
      ...{ authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': type },
      // Not said by itself for a deletion, whose options would be read as the beginning of the next request.
      ...(said && { 'content-length': said.length }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(new URL(path, url), { method, headers, ca, signal });
    sent.end(said);
    const [response]: IncomingMessage[] = await once(sent, 'response', { signal });
    if (response === undefined) throw new Error(`${method} ${path}: no answer`);
    const { statusCode = 0 } = response;
    if (statusCode < 300) return response;
    const text = await textOf(response);
    const { reason, message } = statusSchema.safeParse(parsed(text)).data ?? { reason: '', message: text };
    throw new Refused(statusCode, reason, message);
  }
}

async function textOf(response: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
