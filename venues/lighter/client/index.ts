export { type LighterAnswer, LighterClient, type LighterClientOptions, type LighterRequest } from './client.js';
export { SHARES, shareSetting, transactionsSetting } from './shares.js';
export { LighterTrading, type LighterTradingOptions, type ReadSigner, type SentTransaction } from './trading.js';
