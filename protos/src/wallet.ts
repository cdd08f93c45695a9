import type { WalletServiceDefinition } from './gen/wallet.js';
import { loadService } from './load.js';

export type * from './gen/wallet.js';

/** The service of `trading.wallet.v1`. */
export const walletService = loadService<WalletServiceDefinition>('wallet', 'WalletService');
