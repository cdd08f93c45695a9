/** What a browser on a page of the console does: it keeps the cookie, and sends it to the console's endpoints alone. */
import { type Answer, send } from '../platform/caller.js';

/** A browser at the console's origin. */
export class BrowserSession {
  #cookie: string | undefined;
  /** Every `Set-Cookie` that was received. */
  readonly received: string[] = [];

  constructor(private readonly baseUrl: string) {}

  /** The credential that the browser holds, which no script of a page can read. */
  get secret(): string | undefined {
    return this.#cookie?.split('=')[1];
  }

  /** Signs in. */
  signIn(proof: object): Promise<Answer> {
    return this.send('POST', '/console/session', proof);
  }

  /** Says whether somebody is signed in. */
  async session(): Promise<{ readonly signed_in: boolean; readonly credential: string | null }> {
    return (await this.send('GET', '/console/session')).body;
  }

  /** Asks the graph. */
  graph(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.send('POST', '/console/graphql', { query, variables });
  }

  /** Sends a request as a page of the console does; `others` replace its headers. */
  async send(method: string, path: string, body?: unknown, others: Record<string, string> = {}): Promise<Answer> {
    const cookie = path.startsWith('/console/') && this.#cookie !== undefined ? { cookie: this.#cookie } : {};
    const headers = { 'x-console': '1', 'sec-fetch-site': 'same-origin', ...cookie, ...others };
    const answer = await send(this.baseUrl, method, path, { headers, ...(body === undefined ? {} : { body }) });
    for (const given of answer.headers.getSetCookie()) {
      this.received.push(given);
      const pair = given.split(';')[0] ?? '';
      this.#cookie = pair.endsWith('=') ? undefined : pair;
    }
    return answer;
  }
}
