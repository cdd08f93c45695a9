export {
  type AnonymousCaller,
  type Caller,
  type Permission,
  permissions,
  turnKeyOf,
  type UserCaller,
  type Workload,
  type WorkloadCaller,
  workloads,
} from './caller.js';
export type { AgentGrant } from './grant.js';
export { TokenMinter } from './minter.js';
export { TokenVerifier } from './verifier.js';
