import {
  assertObjectType,
  extendSchema,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  parse,
} from 'graphql';
import { type EntityContext, readEntity } from './entities.js';
import type { StreamEvent } from './events.js';
import { STREAM_TYPES } from './stream-types.js';

/** The arguments of a subscription. */
export interface Followed {
  readonly id?: string;
  readonly after?: string | null;
}

/** The context of a subscription, and of the fields of its events. */
export interface StreamContext extends EntityContext {
  /** Returns the events of records of a kind: of those of one service. */
  readonly follow: (service: string, entity: string, followed: Followed) => AsyncIterable<StreamEvent>;
}

/** Where the events of each subscription come from. */
const SUBSCRIPTIONS = {
  backtest: ['runtime', 'backtest'],
  backtests: ['runtime', 'backtest'],
  deployment: ['runtime', 'deployment'],
  deployments: ['runtime', 'deployment'],
  execution: ['execution', 'execution'],
  executions: ['execution', 'execution'],
  wallet: ['wallet', 'wallet'],
} as const;

type Resolver = GraphQLFieldResolver<StreamEvent, StreamContext>;

const readsRecord =
  (query: string): Resolver =>
  (event, _arguments, context, info) =>
    event.id === null || isWithoutRecord(event) ? null : readEntity(query, event, context, info);

/** The fields that the graph answers. */
const ENTITIES: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  BacktestEvent: { backtest: readsRecord('backtest') },
  DeploymentEvent: { deployment: readsRecord('deployment') },
  ExecutionEvent: { execution: readsRecord('execution') },
  WalletEvent: {
    wallet: ({ reads, ...event }, _arguments, context, info) =>
      isWithoutRecord(event) ? null : readEntity('wallet', { id: null, reads }, context, info),
    withdrawal: (event, _arguments, context, info) =>
      event.part === 'withdrawal' ? readEntity('withdrawal', event, context, info) : null,
  },
};

function isWithoutRecord({ kind }: Pick<StreamEvent, 'kind'>): boolean {
  return kind === 'keep_alive' || kind === 'removed';
}

/** Returns the schema of what can be followed, over the graph's own schema. */
export function streamSchema(graph: GraphQLSchema): GraphQLSchema {
  const schema = extendSchema(graph, parse(`extend schema { subscription: Subscription }\n${STREAM_TYPES}`));
  const subscriptions = assertObjectType(schema.getType('Subscription')).getFields();
  for (const [name, [service, entity]] of Object.entries(SUBSCRIPTIONS)) {
    const field = subscriptions[name];
    if (field === undefined) throw new Error(`nothing can be followed as ${name}`);
    field.subscribe = (_root, followed: Followed, context: StreamContext) => context.follow(service, entity, followed);
    field.resolve = (event) => event;
  }
  for (const [type, fields] of Object.entries(ENTITIES))
    for (const [name, field] of Object.entries(assertObjectType(schema.getType(type)).getFields()))
      field.resolve = fields[name] ?? ((event: StreamEvent) => Reflect.get(event, name));
  return schema;
}

/** Resolves what the graph has answered already: its fields have the names that the client gave them. */
export function answered(
  source: unknown,
  _arguments: unknown,
  _context: unknown,
  { path }: GraphQLResolveInfo,
): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, path.key) : undefined;
}
