import Fastify, { type FastifyInstance } from 'fastify';

/** Serves `GET /health`: 200 once the sandbox can be used, 503 until then; and the further routes. */
export async function startHealth(options: {
  host: string;
  port: number;
  isReady: () => boolean;
  /** Adds further routes. */
  extend?: (app: FastifyInstance) => void;
}): Promise<{ close(): Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/health', async (_request, reply) => {
    const ready = options.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'starting' });
  });
  options.extend?.(app);
  await app.listen({ host: options.host, port: options.port });
  return app;
}
