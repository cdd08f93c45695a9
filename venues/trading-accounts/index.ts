export type { NonceSource, SigningFamily } from './signing.js';
export type {
  ActionRequest,
  AgentRequest,
  FeeApproval,
  OpenOrder,
  PaymentDestination,
  Position,
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
