import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import type { LocalRoute } from '../http/server.js';
import { timestamp } from '../routes/fields.js';

const alive = z
  .object({ status: z.literal('ok').describe('The process answers'), timestamp })
  .meta({ id: 'Liveness', description: 'The process answers' });

/** `GET /health` and its alias `GET /livez`: the process responds. */
export function livenessRoutes(clock: Clock): readonly LocalRoute[] {
  const answer = async () => ({ status: 200, body: { status: 'ok', timestamp: clock.now().toISOString() } });
  return [
    {
      path: '/health',
      documented: { id: 'getHealth', summary: 'Whether the process answers', responses: { 200: alive } },
      answer,
    },
    {
      path: '/livez',
      documented: { id: 'getLiveness', summary: 'The same as /health', responses: { 200: alive } },
      answer,
    },
  ];
}
