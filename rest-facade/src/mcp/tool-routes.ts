import type { Route } from '../routes/route.js';

/** A route that is a tool. */
export type ToolRoute = Route & { readonly tool: string };

/**
 * How a list names its tools: `dots` as the interface does (`wallet.venue.setup`); `underscores` for hosts that take letters,
 * digits, `_` and `-` alone (`wallet_venue_setup`).
 */
export type Naming = 'dots' | 'underscores';

/** The routes that are tools. */
export function toolRoutes(routes: readonly Route[]): readonly ToolRoute[] {
  return routes.filter((route): route is ToolRoute => route.tool !== undefined);
}

/** The name under which a list shows a tool. No two tools share one. */
export function nameOf({ tool }: ToolRoute, naming: Naming): string {
  return naming === 'dots' ? tool : tool.replaceAll('.', '_');
}

/** Every name that calls a route, from all lists. */
export function routesByName(routes: readonly ToolRoute[]): ReadonlyMap<string, ToolRoute> {
  return new Map(
    routes.flatMap((route) => [
      [nameOf(route, 'dots'), route] as const,
      [nameOf(route, 'underscores'), route] as const,
    ]),
  );
}
