/** Two subgraphs that share an entity: `shops` names things by id, `things` knows them. */
import { composeServices } from '@apollo/composition';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { PlatformError } from '@platform/errors';
import { DateTime, type SubgraphRequest } from '@platform/rpc/subgraph';
import { parse } from 'graphql';

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';

/** What each resolver was called with. */
export interface Seen {
  readonly caller: SubgraphRequest['caller'];
  readonly requestId: string;
}

const shopsSdl = `${LINK}
  type Query {
    shop(id: ID!): Shop
    refused: String!
    broken: String!
    add(number: Int!): Int!
    shops(first: Int): [Shop!]!
    opened(at: DateTime, size: Size, first: Int, window: Window): String
  }
  scalar DateTime
  enum Size { small large }
  input Window { from: DateTime! sizes: [Size!] note: String }
  input OrderInput { configJson: String! window: Window dueAt: String }
  type Mutation { openShop(name: String!): Shop! order(input: OrderInput!): String }
  type Shop @key(fields: "id") { id: ID! things: [Thing]! }
  type Thing @key(fields: "id", resolvable: false) { id: ID! }
`;

const thingsSdl = `${LINK}
  type Query { thing(id: ID!): Thing }
  type Thing @key(fields: "id") { id: ID! price: String! owner: String! }
`;

/** Both, composed. */
export function testSupergraph(): string {
  const { supergraphSdl, errors } = composeServices([
    { name: 'shops', url: 'http://shops', typeDefs: parse(shopsSdl) },
    { name: 'things', url: 'http://things', typeDefs: parse(thingsSdl) },
  ]);
  if (supergraphSdl === undefined) throw new AggregateError(errors);
  return supergraphSdl;
}

/** `startSubgraph` makes the context so; Apollo's types have forgotten it. */
function seenOf(context: unknown): Seen {
  const { caller, requestId } = context as SubgraphRequest;
  return { caller, requestId };
}

/** The subgraph `shops`; `pause` is awaited by its mutation. */
export function shopsSchema(seen: Seen[], pause: () => Promise<void>) {
  return buildSubgraphSchema({
    typeDefs: parse(shopsSdl),
    resolvers: {
      DateTime,
      Query: {
        opened: (_root: unknown, { at, first = 1 }: { at?: Date; first?: number }) => {
          if (first < 1) throw refusal('limit');
          return at?.toISOString();
        },
        shop: (_root: unknown, { id }: { id: string }, context: unknown) => {
          seen.push(seenOf(context));
          return { id, things: id === 'odd' ? [{ id: 'gone' }] : [{ id: 't1' }, { id: 't2' }] };
        },
        shops: () => [],
        refused: () => {
          throw new PlatformError('name_taken', { message: 'Taken.', details: { name: 'x' } });
        },
        broken: () => {
          throw new Error('canary');
        },
        add: (_root: unknown, { number }: { number: number }) => number + 1,
      },
      Mutation: {
        order: (_root: unknown, { input }: { input: { configJson: string } }) => {
          // A test chooses the field that the service refuses.
          throw refusal(input.configJson);
        },
        openShop: async (_root: unknown, { name }: { name: string }, context: unknown) => {
          await pause();
          seen.push(seenOf(context));
          return { id: name, things: [] };
        },
      },
    },
  });
}

/** Returns a refusal as services write it, with REST's names. */
function refusal(path: string): PlatformError {
  return new PlatformError('invalid_request', { message: `${path} is odd.`, details: [{ path, message: 'is odd' }] });
}

/** The subgraph `things`. */
export function thingsSchema() {
  const find = (id: string, context: unknown) => {
    const { caller } = seenOf(context);
    const owner = caller.kind === 'user' ? caller.accountId : caller.kind;
    return id === 'gone' ? null : { id, price: `${id}.00`, owner };
  };
  return buildSubgraphSchema({
    typeDefs: parse(thingsSdl),
    resolvers: {
      Query: { thing: (_root: unknown, { id }: { id: string }, context: unknown) => find(id, context) },
      Thing: { __resolveReference: ({ id }: { id: string }, context: unknown) => find(id, context) },
    },
  });
}
