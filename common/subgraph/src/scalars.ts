import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { toIsoInstants } from './instants.js';

const DECIMAL = /^-?\d+(\.\d{1,6})?$/;

function parseUsd(value: unknown): string {
  if (typeof value !== 'string' || !DECIMAL.test(value))
    throw new GraphQLError('Usd is a decimal string with at most six fractional digits.');
  return value;
}

/** An amount of USD or USDC that no floating-point number ever touches. */
export const Usd = new GraphQLScalarType<string, string>({
  name: 'Usd',
  description: 'An amount of USD (or USDC, one to one) as a decimal string with at most six fractional digits.',
  serialize: parseUsd,
  parseValue: parseUsd,
  parseLiteral: (node) => parseUsd('value' in node ? node.value : undefined),
});

/** An instant, ISO 8601 UTC with milliseconds and `Z`; whole columns of them are read, so it is written in one step. */
export const DateTime = new GraphQLScalarType<Date, string>({
  ...GraphQLDateTime.toConfig(),
  serialize: (value) => {
    if (!(value instanceof Date)) throw new GraphQLError('DateTime is given as a Date.');
    return value.toISOString();
  },
});

/** Many instants as one value: GraphQL completes a list item by item, which costs more than everything else about a column. */
export const DateTimeColumn = new GraphQLScalarType<readonly number[], readonly string[]>({
  name: 'DateTimeColumn',
  description: 'A column of instants, one a row: an array of ISO 8601 UTC strings with milliseconds and `Z`.',
  serialize: (value) => toIsoInstants(toNumbers(value, 'DateTimeColumn')),
});

/** Many numbers as one value. */
export const FloatColumn = new GraphQLScalarType<readonly number[], readonly number[]>({
  name: 'FloatColumn',
  description: 'A column of numbers, one a row: an array of finite numbers.',
  serialize: (value) => toNumbers(value, 'FloatColumn'),
});

function toNumbers(value: unknown, scalar: string): readonly number[] {
  if (!Array.isArray(value) || !value.every(Number.isFinite))
    throw new GraphQLError(`${scalar} is given as an array of finite numbers.`);
  return value;
}

/** A JSON object, such as a strategy's config. */
export const JSONObject = GraphQLJSONObject;
