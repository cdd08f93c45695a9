import { describe, expect, test } from '@jest/globals';
import { type ASTNode, Kind, parse, visit } from 'graphql';
import { readText, sourceFiles } from './repository.js';

/** Declarations without a comment: the procedure describes its own wrappers. */
const wrapper = /^message \w+(Request|Response) /;
const declaration = /^(service|rpc|message|enum) |^((optional|repeated) )?[\w.<>, ]+ \w+ = \d+;/;

/** Returns the declarations of a .proto file that no comment precedes. */
function uncommented(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(
    (line, index) => declaration.test(line) && !wrapper.test(line) && !lines[index - 1]?.startsWith('//'),
  );
}

describe.each(sourceFiles('proto').map(({ path, text }) => [path, text]))('%s', (_path, text) => {
  test('says what every service, procedure, message and field means', () => {
    expect(uncommented(text)).toEqual([]);
  });
});

const described = new Set<string>([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
]);

/** Returns the types, fields, arguments and enum values of a schema without a description; the roots need none. */
function undescribed(schema: string): string[] {
  const found: string[] = [];
  visit(parse(schema), {
    enter(node: ASTNode, _key, _parent, _path, ancestors) {
      if (!described.has(node.kind) || !('name' in node) || !node.name) return;
      const isRoot = node.kind === Kind.OBJECT_TYPE_DEFINITION && /^(Query|Mutation)$/.test(node.name.value);
      if (isRoot || ('description' in node && node.description)) return;
      const owners = ancestors.flatMap((each) => ('name' in each && each.name ? [each.name.value] : []));
      found.push([...owners, node.name.value].join('.'));
    },
  });
  return found;
}

describe.each(sourceFiles('graphql').filter(({ path }) => /^subgraphs\/\w+\/schema\.graphql$/.test(path)))(
  '$path',
  ({ path }) => {
    test('says what every type, field, argument and value means', () => {
      expect(undescribed(readText(path))).toEqual([]);
    });
  },
);
