import { type GraphQLSchema, isEnumType, Kind, parse, type TypeNode } from 'graphql';
import { z } from 'zod';

const MODULE = new URL('../../../rest-facade/src/generated/operations.ts', import.meta.url);

/** Texts of the facade's documents: read as data, since the gateway does not depend on the facade. */
export async function facadeDocuments(): Promise<string[]> {
  const operations: Record<string, unknown> = await import(MODULE.href);
  const documents = Object.entries(operations).filter(([name]) => name.endsWith('Document'));
  return documents.map(([, document]) => z.coerce.string().parse(document));
}

/** Returns some value of each variable that a document requires. */
export function requiredVariables(schema: GraphQLSchema, text: string): Record<string, unknown> {
  const variables = parse(text).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const required = variables.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  return Object.fromEntries(required.map(({ variable, type }) => [variable.name.value, sampleOf(schema, type)]));
}

/** A text that is a date too. */
const TEXT = '2026-01-01T00:00:00.000Z';

function sampleOf(schema: GraphQLSchema, node: TypeNode): unknown {
  if (node.kind === Kind.NON_NULL_TYPE) return sampleOf(schema, node.type);
  if (node.kind === Kind.LIST_TYPE) return [sampleOf(schema, node.type)];
  const type = schema.getType(node.name.value);
  if (isEnumType(type)) return type.getValues()[0]?.name;
  const simple: Readonly<Record<string, unknown>> = { Int: 1, Boolean: true };
  return simple[node.name.value] ?? TEXT;
}
