export { address, type BotAssignment, type BotLimits, botAssignmentSchema, botLimitsSchema } from './bot-limits.js';
export type {
  AgentAuthority,
  ApprovedFee,
  IssuedAgent,
  ProxiedVenue,
  ProxyOptions,
  RunningProxy,
} from './venue.js';
