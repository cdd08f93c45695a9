export { address, type BotAssignment, type BotLimits, botAssignmentSchema, botLimitsSchema } from './bot-limits.js';
export { type BotStanding, type Difference, type Standing, standingSchema } from './standing.js';
export type {
  AgentAuthority,
  ApprovedFee,
  IssuedAgent,
  ProxiedVenue,
  ProxyOptions,
  RunningProxy,
} from './venue.js';
