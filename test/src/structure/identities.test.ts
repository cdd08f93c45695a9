import { describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLObjectType, getNamedType, isEnumType, isObjectType } from 'graphql';
import { readText } from './repository.js';

const schema = buildSchema(readText('gateway/schema.graphql'));
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
const objects = types.filter(isObjectType).filter(({ name }) => !['Query', 'Mutation'].includes(name));
const connections = objects.filter(({ name }) => name.endsWith('Connection'));

/** Types that are kept inside their owner, and are not reachable from elsewhere. */
const parts: Readonly<Record<string, string>> = {
  BacktestTrade: 'belongs to one backtest, and has a place in its list alone',
  DeploymentTrade: 'belongs to one deployment, which gives it its number',
};

function nodeOf(connection: GraphQLObjectType): string {
  return getNamedType(connection.getFields()['nodes']?.type)?.name ?? '';
}

describe('what a normalising cache keeps objects by', () => {
  test.each(objects.filter((type) => 'id' in type.getFields()).map((type) => [type.name, type] as const))(
    '%s has an id of the type ID, always',
    (_name, type) => {
      expect(String(type.getFields()['id']?.type)).toBe('ID!');
    },
  );

  test.each(connections.map((type) => [type.name, type] as const))('%s holds what has an id', (_name, connection) => {
    const node = nodeOf(connection);
    const type = schema.getType(node);
    expect(isObjectType(type) && ('id' in type.getFields() || node in parts)).toBe(true);
  });

  test('no part is listed that is none', () => {
    expect(Object.keys(parts).filter((name) => !connections.some((connection) => nodeOf(connection) === name))).toEqual(
      [],
    );
  });
});

test('every value of an enum is described', () => {
  const bare = types
    .filter(isEnumType)
    .flatMap((type) => type.getValues().filter(({ description }) => (description ?? '') === ''))
    .map(({ name }) => name);
  expect(bare).toEqual([]);
});
