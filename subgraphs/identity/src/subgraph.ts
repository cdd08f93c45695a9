import { buildSubgraph, type Subgraph } from '@platform/rpc/subgraph';
import type { IdentityContext } from './context.js';
import { AccountResolver } from './resolvers/account.js';
import { ApiKeyResolver } from './resolvers/api-key.js';
import { MagicLinkResolver } from './resolvers/magic-link.js';
import { RegistrationResolver } from './resolvers/registration.js';
import { SessionResolver } from './resolvers/session.js';
import type { Account } from './schema/account.js';

export { createContext } from './context.js';

/** The identity service's part of the supergraph. */
export function build(): Promise<Subgraph> {
  return buildSubgraph<IdentityContext>({
    resolvers: [AccountResolver, ApiKeyResolver, MagicLinkResolver, RegistrationResolver, SessionResolver],
    references: {
      Account: async ({ id }: Pick<Account, 'id'>, { caller, callersAccount }: IdentityContext) =>
        caller.kind === 'user' && caller.accountId === id ? callersAccount() : null,
    },
  });
}
