export type { ChainReader } from './chain.js';
export { parseTradingAccountId, type TradingAccountPlace, tradingAccountId } from './ids.js';
export { noAgents, noApprovals } from './no-agents.js';
export {
  type ConsecutiveNonceSource,
  type NonceClaim,
  NonceError,
  type NonceKind,
  type NonceStores,
  type UnusedNonceSource,
} from './nonces.js';
export { type AccountSecrets, type SecretKind, secretKinds } from './secrets.js';
export type { SigningFamily } from './signing.js';
export type {
  ActionFinding,
  ActionRequest,
  AgentRequest,
  FeeApproval,
  OpenOrder,
  PaymentDestination,
  Position,
  SentAction,
  SetupFacts,
  SetupStep,
  SignedAction,
  StepProof,
  VenueApprovals,
  VenueParts,
  VenuePayment,
  VenueStep,
  WalletVenue,
} from './venue.js';
export type {
  CarriedWithdrawals,
  FoundWithdrawal,
  NonceRequest,
  NonceSpending,
  SpendAnswer,
  VenueWithdrawalRequest,
  VenueWithdrawals,
  WithdrawalAnswer,
} from './withdrawals.js';
