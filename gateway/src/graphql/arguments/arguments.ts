import type { ApolloServerPlugin } from '@apollo/server';
import { type FieldProblem, PlatformError } from '@platform/errors';
import {
  type ArgumentNode,
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { z } from 'zod';
import type { GatewayContext } from '../context.js';
import { expectedForm, problemsOf } from './input-validation.js';

/** Key under which a refusal of a document keeps the argument that it is about. */
const PROBLEM = 'argument';
const argumentProblem = z.object({ path: z.string(), message: z.string() });

/** A value of a document: its path, starting at its argument, and its required type. */
interface Place {
  readonly path: readonly string[];
  readonly type: GraphQLInputType | undefined;
}

/** Returns the refusal of malformed arguments: the first in the message, all in `details`. */
export function invalidArguments(problems: readonly [FieldProblem, ...FieldProblem[]]): PlatformError {
  const [{ path, message }] = problems;
  return new PlatformError('invalid_request', { message: `\`${path}\` ${message}.`, details: problems });
}

/** Throws `invalid_request`, naming the arguments, when the variables of an operation do not match their types. */
export function requireVariables(
  {
    schema,
    document,
    operation,
  }: { schema: GraphQLSchema; document: DocumentNode; operation: OperationDefinitionNode },
  variables: Readonly<Record<string, unknown>>,
): void {
  const { variableDefinitions = [] } = operation;
  const problems = variableDefinitions.flatMap(({ variable, type: typeNode, defaultValue }) => {
    const { value: name } = variable.name;
    const type = typeFromAST(schema, typeNode);
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isInputType(type) || (value === undefined && defaultValue !== undefined)) return [];
    return problemsOf(value, type, []).map((problem) => ({ name, ...problem }));
  });
  if (problems.length === 0) return;
  const places = placesOf(document, schema);
  const [problem, ...others] = problems.map(({ name, path, message }) => ({
    path: [...argumentOf(name, places), path].filter((part) => part !== '').join('.'),
    message,
  }));
  if (problem !== undefined) throw invalidArguments([problem, ...others]);
}

/** Returns the first argument that a variable is used for; the variable itself if there is none. */
function argumentOf(name: string, places: ReadonlyMap<ASTNode, Place>): readonly string[] {
  for (const [node, { path }] of places) if (node.kind === Kind.VARIABLE && node.name.value === name) return path;
  return [`$${name}`];
}

/** Adds to the refusal of a malformed literal its argument, and the values that the argument takes. */
export function malformedLiteralsAreNamed(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      validationDidStart: async ({ document, schema }) => {
        return async (errors = []) => {
          if (document === undefined || errors.length === 0) return;
          const places = placesOf(document, schema);
          for (const error of errors) if (error instanceof GraphQLError) nameArgument(error, places);
        };
      },
    }),
  };
}

function nameArgument({ nodes: [node] = [], extensions }: GraphQLError, places: ReadonlyMap<ASTNode, Place>): void {
  const place = node === undefined ? undefined : places.get(node);
  if (place?.type === undefined) return;
  const { path, type } = place;
  // In an object a field is wrong, which GraphQL's own message names.
  if (node?.kind === Kind.OBJECT && isInputObjectType(getNullableType(type))) return;
  const message = node?.kind === Kind.NULL ? 'is required' : expectedForm(type);
  Object.assign(extensions, { [PROBLEM]: { path: path.join('.'), message } });
}

/** Returns the argument that the refusal of a document is about, if there is one. */
export function namedArgument(extensions: Readonly<Record<string, unknown>> | undefined): FieldProblem | undefined {
  return argumentProblem.safeParse(extensions?.[PROBLEM]).data;
}

/** Returns every value that a document gives an argument or a variable, in order. */
function placesOf(document: DocumentNode, schema: GraphQLSchema): ReadonlyMap<ASTNode, Place> {
  const places = new Map<ASTNode, Place>();
  const types = new TypeInfo(schema);
  const path: string[] = [];
  const note = (value: ValueNode | undefined, ...inner: string[]) => {
    if (value !== undefined) places.set(value, { path: [...path, ...inner], type: types.getInputType() ?? undefined });
  };
  const named = {
    enter: ({ name, value }: ArgumentNode | ObjectFieldNode) => {
      path.push(name.value);
      note(value);
    },
    leave: () => void path.pop(),
  };
  const visitor: ASTVisitor = {
    Argument: named,
    ObjectField: named,
    ListValue: ({ values }) => values.forEach((value, index) => void note(value, String(index))),
    VariableDefinition: ({ variable, defaultValue }) => note(defaultValue, `$${variable.name.value}`),
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return places;
}
