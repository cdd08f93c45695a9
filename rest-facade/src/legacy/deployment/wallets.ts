import { type LegacyDeploymentFieldsFragment, LegacyListWalletsDocument } from '../../generated/operations.js';
import type { Ask } from '../../routes/route.js';

/** Returns the wallets of live deployments by venue: at each they all trade with the account's default one. Without live ones nobody is asked. */
export async function walletsOf(
  deployments: readonly Pick<LegacyDeploymentFieldsFragment, 'mode' | 'venue'>[],
  ask: Ask,
): Promise<ReadonlyMap<string, string>> {
  const venues = new Set(deployments.flatMap(({ mode, venue }) => (mode === 'live' ? [venue] : [])));
  const wallets = new Map<string, string>();
  for (const venue of venues) {
    const { tradingAccounts } = await ask(LegacyListWalletsDocument, { venue });
    const own = tradingAccounts.find(({ isDefault }) => isDefault);
    if (own !== undefined) wallets.set(venue, own.walletAddress);
  }
  return wallets;
}
