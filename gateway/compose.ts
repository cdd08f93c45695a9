/**
 * Composes the subgraphs' committed schemas: `supergraph.graphql` for the gateway, `schema.graphql` as callers see it.
 * Where a subgraph runs is no part of either: the gateway reads it from its environment. It complains of a subgraph without
 * an address, though, so each has one that leads nowhere.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse, printSchema } from 'graphql';

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
