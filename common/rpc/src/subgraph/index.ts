// First: decorators of every schema class need it when they are evaluated.
import 'reflect-metadata';

export {
  type Connection,
  ConnectionArguments,
  CreatedArguments,
  connectionType,
  createdRequest,
  PageInfo,
  toConnection,
} from './connection.js';
export { marketId } from './identity.js';
export { DateTime, DateTimeColumn, FloatColumn, JSONObject, Usd } from './scalars.js';
export { buildSubgraph, type ReferenceResolver, type Subgraph } from './schema.js';
export { type SubgraphRequest, startSubgraph } from './server.js';
