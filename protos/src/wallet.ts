import type { WalletServiceDefinition } from './generated/wallet.js';
import { loadService } from './load.js';

export type * from './generated/wallet.js';

/** The service of `trading.wallet.v1`. */
export const walletService = loadService<WalletServiceDefinition>('wallet', 'WalletService');
