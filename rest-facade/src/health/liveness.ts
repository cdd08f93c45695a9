import type { Clock } from '@platform/clock';
import type { LocalRoute } from '../http/server.js';

/** `GET /health` and its alias `GET /livez`: the process answers. */
export function livenessRoutes(clock: Clock): readonly LocalRoute[] {
  const answer = async () => ({ status: 200, body: { status: 'ok', timestamp: clock.now().toISOString() } });
  return [
    { path: '/health', answer },
    { path: '/livez', answer },
  ];
}
