export { address, type BotAssignment, type BotLimits, botAssignmentSchema, botLimitsSchema } from './bot-limits.js';
export type {
  AgentAuthority,
  IssuedAgent,
  ProxiedVenue,
  ProxyOptions,
  RunningProxy,
  SignedFeeApproval,
} from './venue.js';
