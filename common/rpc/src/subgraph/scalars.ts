import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { z } from 'zod';
import { toIsoInstants } from './instants.js';

const DECIMAL = /^-?\d+(\.\d{1,6})?$/;
const USD_FORM = 'a decimal string with at most six fractional digits';
/** The format of a point in time in REST. */
const INSTANT = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const INSTANT_FORM = 'an ISO 8601 date, or date and time with a zone';

function parseUsd(value: unknown): string {
  if (typeof value !== 'string' || !DECIMAL.test(value)) throw new TypeError(`Usd must be ${USD_FORM}.`);
  return value;
}

/** An amount of USD or USDC, without floating-point numbers. */
export const Usd = new GraphQLScalarType<string, string>({
  name: 'Usd',
  description: 'An amount of USD (or USDC, one to one) as a decimal string with at most six fractional digits.',
  serialize: parseUsd,
  parseValue: parseUsd,
  parseLiteral: (node) => parseUsd(textOf(node)),
  extensions: { form: USD_FORM },
});

function parseInstant(value: unknown): Date {
  const { success, data } = INSTANT.safeParse(value);
  if (!success) throw new TypeError(`DateTime must be ${INSTANT_FORM}.`);
  return new Date(data);
}

/** An instant, ISO 8601 UTC with milliseconds and `Z`; whole columns of them are read, so it is formatted in one step. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'An instant. An answer writes it as ISO 8601 UTC with milliseconds and `Z`. A request may also write a date, which is its ' +
    'midnight UTC, or a date and time with an offset.',
  serialize: (value) => {
    if (!(value instanceof Date)) throw new GraphQLError('DateTime is given as a Date.');
    return value.toISOString();
  },
  parseValue: parseInstant,
  parseLiteral: (node) => parseInstant(textOf(node)),
  extensions: { form: INSTANT_FORM },
});

function textOf(node: ValueNode): string | undefined {
  return node.kind === Kind.STRING ? node.value : undefined;
}

/** Many instants as one value: GraphQL completes a list item by item, which costs more than everything else about a column. */
export const DateTimeColumn = new GraphQLScalarType<readonly number[], readonly string[]>({
  name: 'DateTimeColumn',
  description: 'A column of instants, one per row: an array of ISO 8601 UTC strings with milliseconds and `Z`.',
  serialize: (value) => toIsoInstants(toNumbers(value, 'DateTimeColumn')),
});

/** Many numbers as one value. */
export const FloatColumn = new GraphQLScalarType<readonly number[], readonly number[]>({
  name: 'FloatColumn',
  description: 'A column of numbers, one per row: an array of finite numbers.',
  serialize: (value) => toNumbers(value, 'FloatColumn'),
});

function toNumbers(value: unknown, scalar: string): readonly number[] {
  if (!Array.isArray(value) || !value.every(Number.isFinite))
    throw new GraphQLError(`${scalar} is given as an array of finite numbers.`);
  return value;
}

/** A JSON object, such as a strategy's config. */
export const JSONObject = GraphQLJSONObject;
