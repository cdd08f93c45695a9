import 'reflect-metadata';
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { GraphQLSchemaModule } from '@apollo/subgraph/dist/buildSubgraphSchema.js';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { type GraphQLSchema, parse } from 'graphql';
import { type BuildSchemaOptions, buildSchema, createResolversMap } from 'type-graphql';
import { DateTime } from './scalars.js';

const FEDERATION = 'https://specs.apollo.dev/federation/v2.9';
const LINK = `extend schema @link(url: "${FEDERATION}", import: ["@key", "@shareable", "@external", "@inaccessible", "@provides", "@requires"])`;

/** Resolves references to one entity type: returns the entity for another subgraph's representation, or null. */
export type ReferenceResolver<Context> = (reference: never, context: Context) => Promise<unknown>;

/** A subgraph: its schema, and the SDL that the supergraph is composed from. */
export interface Subgraph {
  readonly schema: GraphQLSchema;
  readonly sdl: string;
}

/** Builds a federated schema from type-graphql resolvers and one reference resolver per entity that other subgraphs refer to. */
export async function buildSubgraph<Context>(options: {
  resolvers: BuildSchemaOptions['resolvers'];
  references?: Readonly<Record<string, ReferenceResolver<Context>>>;
  orphanedTypes?: NonNullable<BuildSchemaOptions['orphanedTypes']>;
}): Promise<Subgraph> {
  const schema = await buildSchema({
    resolvers: options.resolvers,
    orphanedTypes: options.orphanedTypes ?? [],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    skipCheck: true,
    validate: false,
  });
  describeRoots(schema);
  const sdl = `${LINK}\n${printSchemaWithDirectives(schema)}`;
  const references = Object.entries(options.references ?? {}).map(
    ([type, resolve]) => [type, { __resolveReference: resolve }] as const,
  );
  const resolvers = mergeResolvers(createResolversMap(schema), references);
  return { schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }]), sdl };
}

/** The same in every subgraph: composition keeps one description of each type. */
const ROOT_DESCRIPTIONS = {
  Query:
    'What can be read. Each field answers for itself: one that fails is null, beside an error with its path, and the others ' +
    'keep their answers.',
  Mutation:
    'What can be changed. The fields of one document run one after the other, and each answers for itself: one that fails is ' +
    'null, beside an error with its path.',
} as const;

/** type-graphql makes the root types without a description. */
function describeRoots(schema: GraphQLSchema): void {
  for (const [name, description] of Object.entries(ROOT_DESCRIPTIONS)) {
    const root = schema.getType(name);
    if (root !== undefined) root.description = description;
  }
}

type Resolvers = NonNullable<GraphQLSchemaModule['resolvers']>;

function mergeResolvers(resolvers: object, references: readonly (readonly [string, object])[]): Resolvers {
  const merged = new Map<string, object>(Object.entries(resolvers));
  for (const [type, reference] of references) merged.set(type, { ...merged.get(type), ...reference });
  // type-graphql and Apollo have two types for the same resolver map.
  return Object.fromEntries(merged) as Resolvers;
}
