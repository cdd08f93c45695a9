import { formatUsd } from '@platform/kit/money';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { type Handlers, requireUser } from '@platform/rpc/grpc';
import type { StatementLine, Statements } from './statements.js';

/** The domain behind the handlers of statements. */
export interface StatementsDomain {
  readonly statements: Statements;
}

/** Returns the handlers of `trading.wallet.v1` for statements. */
export function statementHandlers({
  statements,
}: StatementsDomain): Pick<Handlers<WalletServiceDefinition>, 'ListLedger'> {
  return {
    ListLedger: async (request, { caller }) => {
      const page = await statements.list(requireUser(caller).accountId, request);
      return { lines: page.items.map(toMessage), cursors: [...page.cursors], nextCursor: page.nextCursor };
    },
  };
}

function toMessage({ bookedAt, ...line }: StatementLine) {
  const { id, kind, description, operationId, network, venue, walletAddress, txHash } = line;
  return {
    ...{ id, kind, description, operationId, network, venue, walletAddress, txHash },
    amountUsd: formatUsd(line.amountMicroUsdc),
    feeUsd: formatUsd(line.feeMicroUsdc),
    heldChangeUsd: formatUsd(line.heldChangeMicroUsdc),
    venueChangeUsd: formatUsd(line.venueChangeMicroUsdc),
    bookedAtMs: bookedAt.getTime(),
  };
}
