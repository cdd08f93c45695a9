import type { ComponentType } from 'preact';

/** What a page gets of its address: the parts that its path names, and the query. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** A page and where it is. */
export interface Route {
  /** Its path; a part that begins with a colon is any text, given to the page by that name. */
  readonly path: string;
  /** Loads its code. */
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

/** A route that fits a path, and what the path's parts are. */
export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the first route that fits a path. */
export function findRoute(routes: readonly Route[], path: string): Found | undefined {
  for (const route of routes) {
    const params = paramsOf(route.path, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const expected = partsOf(pattern);
  const given = partsOf(path);
  if (expected.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    const found = given[at] ?? '';
    if (part.startsWith(':')) {
      const text = decoded(found);
      if (text === undefined) return undefined;
      params[part.slice(1)] = text;
    } else if (part !== found) return undefined;
  }
  return params;
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
