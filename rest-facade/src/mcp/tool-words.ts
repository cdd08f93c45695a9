import { descriptionOf } from '../openapi/operation.js';
import { type Naming, nameOf, type ToolRoute } from './tool-routes.js';

const ADDRESS = /\b(GET|POST|PATCH|PUT|DELETE) (\/[\w{}/-]*)/g;

/** The words of a list of tools: those of the other documents, with a tool where they name the address of one. */
export class ToolWords {
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

  /** What it does, who may, how it is repeated, and what to ask for what becomes of it. */
  descriptionOf(route: ToolRoute): string {
    const followed = this.routes.find(({ method, path }) => method === 'GET' && path === route.creates?.path);
    const next = followed === undefined ? '' : ` Poll ${this.nameOf(followed)} for what becomes of it.`;
    return this.inTools(descriptionOf(route)) + next;
  }

  /** The schema with its descriptions in these words. */
  inSchema<Schema extends object>(schema: Schema): Schema {
    return JSON.parse(this.inTools(JSON.stringify(schema)));
  }

  /** The text with tools for addresses, and arguments for headers. */
  inTools(text: string): string {
    return text
      .replace(ADDRESS, (address) => this.#tools.get(address) ?? address)
      .replaceAll('Idempotency-Key', 'idempotency_key');
  }
}
