/**
 * Composes the subgraphs' committed schemas: `supergraph.graphql` for the gateway, `schema.graphql` as callers see it, and beside it
 * `streams.graphql`, which adds to that what the streams' address executes.
 * Neither holds the address of a subgraph: the gateway reads it from its environment. Since it refuses a subgraph without an
 * address, each has a placeholder.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse, printSchema } from 'graphql';
import { STREAM_TYPES } from './src/streams/stream-types.ts';

const root = new URL('./', import.meta.url);
const subgraphs = new URL('../subgraphs/', root);
const services = readdirSync(subgraphs)
  .sort()
  .map((name) => ({
    name,
    url: `http://${name}.invalid/graphql`,
    typeDefs: parse(readFileSync(new URL(`${name}/schema.graphql`, subgraphs), 'utf8')),
  }));

const { schema, supergraphSdl, errors } = composeServices(services);
if (errors !== undefined) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
writeFileSync(new URL('supergraph.graphql', root), `${supergraphSdl.trimEnd()}\n`);
writeFileSync(new URL('schema.graphql', root), `${printSchema(schema.toAPISchema().toGraphQLJSSchema())}\n`);
writeFileSync(new URL('streams.graphql', root), STREAM_TYPES);
