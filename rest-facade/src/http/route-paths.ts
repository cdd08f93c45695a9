import type { Route } from '../routes/route.js';

type Addressed = Pick<Route, 'method' | 'path'>;

/** The path as the web framework writes it: `{id}` becomes `:id`. */
export function frameworkPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Tells which methods a path of the surface takes: none for an unknown path. */
export function methodsByPath(routes: readonly Addressed[]): (url: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    return [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
  };
}
