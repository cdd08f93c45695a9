import { z } from 'zod';
import { credentialOf, readingOnOf } from '../openapi/operation.js';
import { type Naming, nameOf, type ToolRoute } from './tool-routes.js';

const HEADER = /\b(idempotency-(?:key|replay-only))( header)?\b/gi;
const refusal = z.looseObject({ error: z.looseObject({ message: z.string(), details: z.unknown().optional() }) });
const ADDRESS = /\b(GET|POST|PATCH|PUT|DELETE) (\/[\w{}/-]*)/g;

/** The words of a list of tools: those of the other documents, with a tool where they name the address of one. */
export class ToolDescriptions {
  readonly #tools: ReadonlyMap<string, string>;

  constructor(
    private readonly routes: readonly ToolRoute[],
    private readonly naming: Naming,
  ) {
    this.#tools = new Map(routes.map((route) => [`${route.method} ${route.path}`, this.nameOf(route)]));
  }

  /** The name under which the list shows it. */
  nameOf(route: ToolRoute): string {
    return nameOf(route, this.naming);
  }

  /** Returns what it does, who may call it if not every key may, how to page, and where to poll for the outcome. */
  descriptionOf(route: ToolRoute): string {
    const isForAnyKey = route.authentication === 'key' && route.permission === 'read';
    const followed = this.routes.find(({ method, path }) => method === 'GET' && path === route.creates?.path);
    const next = followed === undefined ? [] : [`Poll ${this.nameOf(followed)} for its outcome.`];
    const told = [`${route.summary}.`, ...(isForAnyKey ? [] : [credentialOf(route)]), ...readingOnOf(route)];
    return [this.inTools(told.join(' ')), ...next].join(' ');
  }

  /** The body of a refusal in these words: what it says of a header is said of the argument. */
  inRefusal(body: string): string {
    const { data, success } = refusal.safeParse(JSON.parse(body));
    if (!success) return body;
    const { message, details, ...error } = data.error;
    const said = details === undefined ? {} : { details: this.inSchema({ details }).details };
    return JSON.stringify({ ...data, error: { ...error, message: this.inTools(message), ...said } });
  }

  /** The schema with its descriptions in these words. */
  inSchema<Schema extends object>(schema: Schema): Schema {
    return JSON.parse(this.inTools(JSON.stringify(schema)));
  }

  /** The text with tools for addresses, and arguments for headers. */
  inTools(text: string): string {
    return text
      .replace(ADDRESS, (address) => this.#tools.get(address) ?? address)
      .replace(HEADER, (_all, header: string) => header.toLowerCase().replaceAll('-', '_'));
  }
}
