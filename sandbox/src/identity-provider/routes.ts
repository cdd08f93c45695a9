import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { IdentityProvider } from './provider.js';

/** The provider's address on the sandbox's server; its tokens name it as their issuer. */
export const IDENTITY_PROVIDER_PATH = '/identity-provider';
/** The path of its public keys. */
export const JWKS_PATH = `${IDENTITY_PROVIDER_PATH}/jwks.json`;
/** The path of tokens: `POST {"wallet": "0x…", "email": "…"}`. */
export const TOKEN_PATH = `${IDENTITY_PROVIDER_PATH}/token`;

const login = z.strictObject({
  wallet: z.string().regex(/^0x[\da-fA-F]{40}$/, 'must be an EVM address'),
  email: z.email().optional(),
});

/** Serves keys, tokens and, at `POST …/rotate`, a change of keys. */
export function identityProviderRoutes(provider: IdentityProvider): (app: FastifyInstance) => void {
  return (app) => {
    app.get(JWKS_PATH, async () => provider.jwks());
    app.post(TOKEN_PATH, async (request, reply) => {
      const parsed = login.safeParse(request.body);
      if (!parsed.success)
        return reply.code(400).send({
          details: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        });
      return { token: await provider.mint(parsed.data) };
    });
    app.post(`${IDENTITY_PROVIDER_PATH}/rotate`, async (_request, reply) => {
      await provider.rotate();
      return reply.code(204).send();
    });
  };
}
