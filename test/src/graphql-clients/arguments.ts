import { randomUUID } from 'node:crypto';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  OperationTypeNode,
} from 'graphql';

/** A field of the graph that takes arguments, and the path to it. */
export interface Target {
  readonly operation: OperationTypeNode;
  readonly steps: readonly GraphQLField<unknown, unknown>[];
  /** The last step, which takes the arguments. */
  readonly field: GraphQLField<unknown, unknown>;
}

/** One argument of a target, or a field of its input: the values that it is given go there. */
export interface Slot {
  /** Which of the target's steps it is an argument of, then the names down to it. */
  readonly step: number;
  readonly path: readonly [string, ...string[]];
}

/** Every field of Query and Mutation that takes arguments, and those right below a field of Query. */
export function targetsOf(schema: GraphQLSchema): readonly Target[] {
  const roots = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION].flatMap((operation) =>
    fieldsOf(schema.getRootType(operation)).map((field) => ({ operation, steps: [field], field })),
  );
  const below = roots
    .filter(({ operation }) => operation === OperationTypeNode.QUERY)
    .flatMap(({ operation, steps, field: { type } }) =>
      fieldsOf(getNamedType(type)).map((field) => ({ operation, steps: [...steps, field], field })),
    );
  return [...roots, ...below].filter(({ field }) => field.args.length > 0);
}

function fieldsOf(type: unknown): GraphQLField<unknown, unknown>[] {
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}

/** Returns the path to a target as people write it, for example `backtest.trades`. */
export function nameOf({ steps }: Target): string {
  return steps.map(({ name }) => name).join('.');
}

/** Every place of the last step's arguments that takes a value, input objects themselves too. */
export function slotsOf({ steps, field }: Target): readonly Slot[] {
  const step = steps.length - 1;
  return field.args.flatMap((argument) => pathsOf(argument).map((path) => ({ step, path })));
}

function pathsOf({ name, type }: GraphQLArgument | GraphQLInputField): [string, ...string[]][] {
  const inner = getNullableType(type);
  if (!isInputObjectType(inner)) return [[name]];
  const below = Object.values(inner.getFields()).flatMap(pathsOf);
  return [[name], ...below.map((path): [string, ...string[]] => [name, ...path])];
}

/** Arguments that a request of a target is given: by step and name. */
export type Given = readonly Readonly<Record<string, unknown>>[];

/** Plausible arguments of every step, so that a request with one of them replaced gets as far as possible. */
export function plausible({ steps }: Target): Given {
  return steps.map(({ args }) =>
    Object.fromEntries(args.filter(isRequiredArgument).map(({ name, type }) => [name, exampleOf(name, type)])),
  );
}

const EXAMPLES: Readonly<Record<string, () => unknown>> = {
  venue: () => 'hyperliquid',
  symbol: () => 'BTC/USDC:USDC',
  symbols: () => ['BTC/USDC:USDC'],
  timeframe: () => '1h',
  framework: () => 'freqtrade',
  code: () => 'x = 1',
  configJson: () => '{}',
  actionJson: () => '{"type":"cancel","cancels":[{"a":0,"o":1}]}',
  // Outside of what is stored: nothing is queued.
  from: () => '2015-01-01',
  to: () => '2015-01-02',
  email: () => 'argument-fuzz-sent@example.com',
  otp: () => '000000',
  amountUsd: () => '50.00',
  destinationWallet: () => '0x000000000000000000000000000000000000dEaD',
  assetAddress: () => '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  chain: () => 'arbitrum',
  idempotencyKey: () => randomUUID(),
};

function exampleOf(name: string, type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  const example = EXAMPLES[name];
  if (example !== undefined && !isInputObjectType(inner)) return example();
  if (isInputObjectType(inner)) {
    const required = Object.values(inner.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, exampleOf(field.name, field.type)]));
  }
  if (isListType(inner)) return [];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  return { Int: 1, Float: 1, Boolean: true }[inner.name] ?? 'x';
}

/** The arguments with a value in one place. */
export function withValue(given: Given, { step, path: [name, ...inner] }: Slot, value: unknown): Given {
  return given.map((named, index) =>
    index === step ? { ...named, [name]: replaced(named[name], inner, value) } : named,
  );
}

function replaced(current: unknown, [name, ...inner]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const fields = typeof current === 'object' && current !== null ? (current as Readonly<Record<string, unknown>>) : {};
  return { ...fields, [name]: replaced(fields[name], inner, value) };
}

/** Returns a document that selects a target, its arguments as variables or, where requested, as literals. */
export function requestOf(
  { operation, steps, field: last }: Target,
  given: Given,
  written: 'as variables' | 'as literals',
) {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const asked = steps.map((field, step) => {
    const args = field.args.filter(({ name }) => Object.hasOwn(given[step] ?? {}, name));
    const texts = args.map(({ name, type }) => {
      const value = given[step]?.[name];
      if (written === 'as literals') return `${name}: ${literal(value)}`;
      declared.push(`$${name}${step}: ${type}`);
      variables[`${name}${step}`] = value;
      return `${name}: $${name}${step}`;
    });
    return field.name + (texts.length === 0 ? '' : `(${texts.join(', ')})`);
  });
  const isLeaf = isLeafType(getNamedType(last.type));
  const selected = asked.reduceRight(
    (inner, text) => `${text}${inner === '' ? '' : ` { ${inner} }`}`,
    isLeaf ? '' : '__typename',
  );
  return {
    query: `${operation} Fuzz${declared.length === 0 ? '' : `(${declared.join(', ')})`} { ${selected} }`,
    variables,
  };
}

/** A value as a document writes it; a name that can be none stands as it is, which is a fault of the document. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(', ')} }`;
}
