export type { NonceSource, SigningFamily } from './signing.js';
export type {
  ActionRequest,
  AgentRequest,
  FeeApproval,
  OpenOrder,
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
