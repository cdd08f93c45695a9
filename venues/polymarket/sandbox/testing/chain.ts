/** Parts of the venue for tests beside an embedded chain. */
export { payerOf } from '../bridge/bridge.js';
export { BUILDER, RELAYER_KEY } from '../credentials/index.js';
export { startPolymarket } from '../server.js';
export { factoryAbi, walletAbi } from '../settlement/abis.js';
export { ADAPTERS, CONTRACTS, EXCHANGES, MARKET_ADDRESS } from '../settlement/addresses.js';
export { ChainSettlement } from '../settlement/chain.js';
export { Conditions } from '../settlement/conditions.js';
export { derivedKey, Operator } from '../settlement/operator.js';
export { Contracts } from '../settlement/placement.js';
export { Universe } from '../universe.js';
export { firstToClose } from './markets.js';
export { approvals, exchangeOfSets, redemption, signBatch, transfer, type WalletCall } from './owner.js';
