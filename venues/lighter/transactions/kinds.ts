/**
 * The types of transactions by their numbers, as `types/txtypes/constants.go` of github.com/elliottech/lighter-go lists them (49 to 52: as the
 * signer of lighter-sdk 1.1.8 answers): those that this codec reads, and the others by name alone, so that a refusal can say what it refuses.
 */

/** The transactions that are read. */
export const transactionTypes = {
  changePubKey: 8,
  transfer: 12,
  withdraw: 13,
  createOrder: 14,
  cancelOrder: 15,
  cancelAllOrders: 16,
  modifyOrder: 17,
  updateLeverage: 20,
  createGroupedOrders: 28,
  updateMargin: 29,
} as const;

/** Those of users that are only named, then those that only the venue's contract on Ethereum or its sequencer makes. */
const namedTypes = {
  createSubAccount: 9,
  createPublicPool: 10,
  updatePublicPool: 11,
  mintShares: 18,
  burnShares: 19,
  createStakingPool: 33,
  stakeAssets: 35,
  unstakeAssets: 36,
  forceBurnShares: 40,
  updateAccountConfig: 41,
  updateAccountAssetConfig: 42,
  strategyTransfer: 43,
  updateMarketConfig: 44,
  approveIntegrator: 45,
  binaryOptionsOperatorCreateMarket: 49,
  binaryOptionsOperatorSettleMarket: 50,
  binaryOptionsOperatorUpdateMarket: 52,
  l1Deposit: 1,
  l1ChangePubKey: 2,
  l1CreateMarket: 3,
  l1UpdateMarket: 4,
  l1CancelAllOrders: 5,
  l1Withdraw: 6,
  l1CreateOrder: 7,
  l1BurnShares: 30,
  l1RegisterAsset: 31,
  l1UpdateAsset: 32,
  l1UnstakeAssets: 37,
  l1SetSystemConfig: 38,
  internalClaimOrder: 21,
  internalCancelOrder: 22,
  internalDeleverage: 23,
  internalExitPosition: 24,
  internalCancelAllOrders: 25,
  internalLiquidatePosition: 26,
  internalCreateOrder: 27,
} as const;

const names = new Map<number, string>(
  Object.entries({ ...transactionTypes, ...namedTypes }).map(([name, type]) => [type, name]),
);

/** Returns the name of a type; undefined for a number that the list does not have. */
export function nameOfType(type: number): string | undefined {
  return names.get(type);
}
