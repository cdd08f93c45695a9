import { routes } from '@platform/rest-facade/routes';

/** What the facade asks for one backtest: its very operation. */
export const BACKTEST_QUERY = operationOf('/runtime/backtests/{id}');

function operationOf(path: string): string {
  const route = routes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
  if (route === undefined) throw new Error(`the facade has no route GET ${path}`);
  return route.operation;
}
