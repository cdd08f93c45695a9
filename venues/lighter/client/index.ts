export type { LighterAccounts } from './accounts.js';
export type { LighterTradingOptions } from './calls.js';
export { type LighterAnswer, LighterClient, type LighterClientOptions, type LighterRequest } from './client.js';
export { LighterConversation } from './conversation.js';
export { SHARES, shareSetting, TRANSACTION_SHARES, transactionsSetting } from './shares.js';
export { LighterTrading, type ReadSigner, type SentTransaction } from './trading.js';
