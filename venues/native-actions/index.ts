export type {
  ActionFamily,
  ActionSignature,
  ActionSigner,
  ExecutionVenue,
  Finding,
  IdentifiedAction,
  NativeAction,
  OpenVenue,
  SignedAction,
  SubmissionAnswer,
  SubmissionIdentity,
  VenueActions,
} from './venue.js';
