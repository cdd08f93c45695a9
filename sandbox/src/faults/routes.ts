import { type Faults, faultRequest } from '@platform/venues/simulation';
import type { FastifyInstance } from 'fastify';

/** The path of faults: `POST` adds one, `DELETE` drops all. */
export const FAULTS_PATH = '/faults';

/** Serves `FAULTS_PATH`. */
export function faultRoutes(faults: Faults): (app: FastifyInstance) => void {
  return (app) => {
    app.post(FAULTS_PATH, async (request, reply) => {
      const parsed = faultRequest.safeParse(request.body);
      if (!parsed.success)
        return reply.code(400).send({
          details: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        });
      faults.inject(parsed.data);
      return reply.code(204).send();
    });
    app.delete(FAULTS_PATH, async (_request, reply) => {
      faults.clear();
      return reply.code(204).send();
    });
  };
}
