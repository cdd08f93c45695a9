/** A field between two services' data may be null, so that a failing service affects only its own fields. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type FieldDefinitionNode, Kind, type ObjectTypeDefinitionNode, parse, type TypeNode } from 'graphql';

const { definitions } = parse(readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'));
const types = new Map(
  definitions.flatMap((each) => (each.kind === Kind.OBJECT_TYPE_DEFINITION ? [[each.name.value, each] as const] : [])),
);

/** The services of a type or a field, as a directive of the supergraph names them. */
function graphsOf({ directives = [] }: ObjectTypeDefinitionNode | FieldDefinitionNode, name: string): string[] {
  return directives.flatMap(({ name: { value }, arguments: given = [] }) => {
    const graph = given.find((argument) => argument.name.value === 'graph')?.value;
    return value === name && graph?.kind === Kind.ENUM ? [graph.value] : [];
  });
}

/** The services that can answer a field. */
function answering(type: ObjectTypeDefinitionNode, field: FieldDefinitionNode): string[] {
  const own = graphsOf(field, 'join__field');
  return own.length > 0 ? own : graphsOf(type, 'join__type');
}

/** Returns whether a field's value, or an item of its list, may be null while its parent is not. */
function isNullable(type: TypeNode): boolean {
  if (type.kind !== Kind.NON_NULL_TYPE) return true;
  return type.type.kind === Kind.LIST_TYPE && isNullable(type.type.type);
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

/** Returns the service of a type: the one that answers most of its fields. */
function homeOf(type: ObjectTypeDefinitionNode): string {
  const counted = graphsOf(type, 'join__type').map((graph) => {
    const fields = type.fields ?? [];
    return { graph, count: fields.filter((field) => answering(type, field).includes(graph)).length };
  });
  return counted.sort((left, right) => right.count - left.count)[0]?.graph ?? '';
}

/** Returns whether a field leads to values that only another service has and that are never null. */
function leadsElsewhere(type: ObjectTypeDefinitionNode, field: FieldDefinitionNode): boolean {
  const here = answering(type, field);
  const target = types.get(nameOf(field.type));
  return (target?.fields ?? []).some(
    (inner) => target && !isNullable(inner.type) && !answering(target, inner).some((graph) => here.includes(graph)),
  );
}

const fields = [...types.values()].flatMap((type) => (type.fields ?? []).map((field) => ({ type, field })));
const boundaries = fields.filter(
  ({ type, field }) =>
    ['Query', 'Mutation'].includes(type.name.value) ||
    !answering(type, field).includes(homeOf(type)) ||
    leadsElsewhere(type, field),
);

test.each(boundaries.map(({ type, field }) => [`${type.name.value}.${field.name.value}`, field.type] as const))(
  '%s may be null',
  (_name, type) => {
    expect(isNullable(type)).toBe(true);
  },
);

test('boundaries are found', () => {
  const names = boundaries.map(({ type, field }) => `${type.name.value}.${field.name.value}`);
  expect(names).toEqual(expect.arrayContaining(['Account.wallet', 'Account.runtimeUsage', 'Backtest.markets']));
});

test('what a feature that is off or a chain that is away refuses costs a wallet nothing else', () => {
  const wallet = types.get('Wallet')?.fields ?? [];
  const nullable = wallet.filter(({ type }) => isNullable(type)).map(({ name }) => name.value);
  expect(nullable).toEqual(expect.arrayContaining(['balance', 'venues', 'withdrawalPolicy']));
});
