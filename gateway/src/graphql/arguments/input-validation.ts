// Why: docs/decisions/contracts/graph-types-and-errors.md
import { type FieldProblem, PROBLEMS_MAX, repeatedName } from '@platform/errors';
import { DateTime, Usd } from '@platform/rpc/subgraph/scalars';
import {
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';

/** Descriptions of the values of GraphQL's own scalars. */
const FORMS: Readonly<Record<string, string>> = {
  Int: 'a whole number from -2147483648 to 2147483647',
  Float: 'a number',
  String: 'a string',
  ID: 'a string',
  Boolean: 'true or false',
};

/** Adds the parsers of our scalars to a schema made from its text, which holds only their names. */
export function readScalars(schema: GraphQLSchema): void {
  for (const { name, parseValue, parseLiteral, extensions } of [DateTime, Usd]) {
    const scalar = schema.getType(name);
    if (isScalarType(scalar)) Object.assign(scalar, { parseValue, parseLiteral, extensions });
  }
}

/** Returns what a value of a type must be, as text that follows the name of its argument. */
export function expectedForm(type: GraphQLInputType): string {
  if (isNonNullType(type)) return expectedForm(type.ofType);
  if (isListType(type)) return `must be a list, each item of which ${expectedForm(type.ofType)}`;
  if (isEnumType(type))
    return `is one of ${type
      .getValues()
      .map(({ name }) => name)
      .join(', ')}`;
  if (isInputObjectType(type)) return 'must be an object';
  const form = type.extensions['form'];
  return `must be ${typeof form === 'string' ? form : (FORMS[type.name] ?? `of the type ${type.name}`)}`;
}

/** Returns where a JSON value does not match its type: up to twenty paths, starting at `path`. */
export function problemsOf(value: unknown, type: GraphQLInputType, path: readonly string[]): FieldProblem[] {
  if (isNonNullType(type))
    return value === null || value === undefined
      ? [problem(path, 'is required')]
      : problemsOf(value, type.ofType, path);
  if (value === null || value === undefined) return [];
  if (isListType(type)) {
    // GraphQL accepts a single item as a list of one.
    if (!Array.isArray(value)) return problemsOf(value, type.ofType, path);
    return first(value.entries(), ([index, item]) => problemsOf(item, type.ofType, [...path, String(index)]));
  }
  if (isLeafType(type)) return isTaken(value, type) ? [] : [problem(path, expectedForm(type))];
  if (typeof value !== 'object' || Array.isArray(value)) return [problem(path, expectedForm(type))];
  const given = new Map<string, unknown>(Object.entries(value));
  const fields = type.getFields();
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(fields, name));
  const known = first(Object.values(fields), ({ name, type: inner, defaultValue }) =>
    given.get(name) === undefined && defaultValue !== undefined
      ? []
      : problemsOf(given.get(name), inner, [...path, name]),
  );
  return [...known, ...unknown.map((name) => problem([...path, repeatedName(name)], 'is not known'))].slice(
    0,
    PROBLEMS_MAX,
  );
}

function isTaken(value: unknown, type: GraphQLLeafType): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}

function problem(path: readonly string[], message: string): FieldProblem {
  return { path: path.join('.'), message };
}

/** Returns the first problems of many parts, and stops there: a caller may send a million parts. */
function first<Part>(parts: Iterable<Part>, find: (part: Part) => FieldProblem[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const part of parts) {
    problems.push(...find(part));
    if (problems.length >= PROBLEMS_MAX) break;
  }
  return problems.slice(0, PROBLEMS_MAX);
}
