import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf, SchemaWriter } from '../openapi/json-schema.js';
import { typeNameOf } from '../openapi/operation.js';
import { type Effect, noFields, type Route } from '../routes/route.js';
import { compactArgument, compactSchemaOf, type ObjectSchema } from './compact-schema.js';
import type { ToolDescriptions } from './tool-descriptions.js';
import type { ToolRoute } from './tool-routes.js';

/** Default rows per page of a call: each row takes space in the context of a model. */
const ROWS_MAX_UNASKED = 200;

/** What clients know about a call before it is made. Hosts ask a person to confirm a destructive one. */
interface Annotations {
  readonly readOnlyHint: boolean;
  /** Whether it removes something: money, a key, a record; absent for read-only calls. */
  readonly destructiveHint?: boolean;
  /** Whether repeating the call changes nothing more; absent for read-only calls. */
  readonly idempotentHint?: boolean;
  /** Whether its effect leaves the platform: to a chain, a venue, a mailbox. */
  readonly openWorldHint: boolean;
}

/** A route as a tool: its fields in one object, from every part of the request. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: Annotations;
}

/** An HTTP request to this server. */
export interface ToolRequest {
  readonly method: Route['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** The effects whose record another tool describes; repeating one changes nothing more. */
const RETURNS_KNOWN: ReadonlySet<Effect> = new Set(['changes', 'removes']);
/** The effects that hosts have a person confirm. */
const DESTROYS: ReadonlySet<Effect> = new Set(['changes', 'removes', 'moves_money']);

/** What lists of tools say of a route. */
export function toolOf(route: ToolRoute, descriptions: ToolDescriptions): Tool {
  const [output = z.object({})] = Object.values(route.response);
  const inputSchema = descriptions.inSchema(inputSchemaOf(route));
  return {
    name: descriptions.nameOf(route),
    title: titleOf(route),
    description: descriptions.descriptionOf(route),
    inputSchema,
    // A change returns the record, and a removal the previous one, which the tool that reads it describes.
    outputSchema: descriptions.inSchema(compactSchemaOf(output, RETURNS_KNOWN.has(route.effect) ? 1 : 2)),
    annotations: annotationsOf(route.effect, inputSchema.required?.includes('idempotency_key') ?? false),
  };
}

/** The name of its GraphQL operation as words: `CreateApiKey` is `Create API key`. */
function titleOf(route: Route): string {
  const [first = '', ...others] = typeNameOf(route).match(/[A-Z][a-z0-9]*/g) ?? [];
  return [
    first,
    ...others.map((word) => (word.startsWith('Api') ? word.replace('Api', 'API') : word.toLowerCase())),
  ].join(' ');
}

function annotationsOf(effect: Effect, isKeyRequired: boolean): Annotations {
  if (effect === 'reads') return { readOnlyHint: true, openWorldHint: false };
  return {
    readOnlyHint: false,
    destructiveHint: DESTROYS.has(effect),
    idempotentHint: RETURNS_KNOWN.has(effect) || (effect !== 'sends_mail' && isKeyRequired),
    openWorldHint: effect === 'sends_mail' || effect === 'moves_money',
  };
}

function inputSchemaOf({ request }: Route): ObjectSchema {
  const schemas = new SchemaWriter();
  const fields = (['params', 'query', 'headers'] as const).flatMap((part) => {
    const { required = [] } = jsonSchemaOf(request[part], 'input');
    return Object.entries(shapeOf(request[part])).map(([name, field]) => ({
      name: argumentOf(name),
      schema: withRowsOf(request, name, schemas.writeParameter(field)),
      required: required.includes(name),
    }));
  });
  const body = request.body === noFields.body ? {} : jsonSchemaOf(request.body, 'input');
  const required = [...fields.filter((field) => field.required).map(({ name }) => name), ...(body.required ?? [])];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, compactArgument(schema)])),
      ...Object.fromEntries(
        Object.entries(body.properties ?? {}).map(([name, field]) => [name, compactArgument(withAnyFields(field))]),
      ),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Returns the default page size of a tool; undefined if its route's default is no larger, or it has no pages. */
function rowsUnasked(request: Route['request']): number | undefined {
  const preset = shapeOf(request.query)['limit']?.safeParse(undefined);
  return typeof preset?.data === 'number' && preset.data > ROWS_MAX_UNASKED ? ROWS_MAX_UNASKED : undefined;
}

function withRowsOf(request: Route['request'], name: string, schema: JsonSchema): JsonSchema {
  const rows = name === 'limit' ? rowsUnasked(request) : undefined;
  return rows === undefined ? schema : { ...schema, default: rows };
}

/** Writes an object of any fields with `true`, which hosts read, instead of `{}`, which they report as no constraint. */
function withAnyFields(field: JsonSchema | boolean): JsonSchema {
  if (typeof field === 'boolean') return {};
  if (typeof field.additionalProperties !== 'object') return field;
  return { ...field, additionalProperties: true };
}

/**
 * Returns the request that a call of the tool stands for. Unknown fields are passed along, so that the route refuses them;
 * throws only for a missing part of the path, without which there is no address.
 */
export function requestOf(route: Route, given: Readonly<Record<string, unknown>>): ToolRequest {
  const { method, path, request } = route;
  const rows = rowsUnasked(request);
  const rest = new Map(Object.entries({ ...(rows === undefined ? {} : { limit: rows }), ...given }));
  const take = (name: string): string | undefined => {
    const value = rest.get(argumentOf(name));
    rest.delete(argumentOf(name));
    return value === undefined ? undefined : textOf(value);
  };
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(segment(route, name, take(name))),
  );
  const headers = namesOf(request.headers).flatMap((name) => pair(name, take(name)));
  const hasBody = request.body !== noFields.body;
  const query = [...namesOf(request.query).flatMap((name) => pair(name, take(name)))];
  const unknown = hasBody ? [] : [...rest].map(([name, value]) => [name, textOf(value)] as const);
  const search = new URLSearchParams(
    [...query, ...unknown].map(([name, value]): [string, string] => [name, value]),
  ).toString();
  return {
    method,
    url: search === '' ? address : `${address}?${search}`,
    headers: { ...Object.fromEntries(headers), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { payload: JSON.stringify(Object.fromEntries(rest)) } : {}),
  };
}

/** Nothing, and what addresses are shortened by. */
const NO_SEGMENT = /^\.{0,2}$/;

function segment({ invalidRequest }: Route, path: string, value: string | undefined): string {
  if (value !== undefined && !NO_SEGMENT.test(value)) return value;
  throw new PlatformError(invalidRequest, { details: [{ path, message: 'is required' }] });
}

function pair(name: string, value: string | undefined): (readonly [name: string, value: string])[] {
  return value === undefined ? [] : [[name, value]];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Arguments are written as the fields of bodies are: headers in lower case with underscores. */
function argumentOf(name: string): string {
  return name.replaceAll('-', '_');
}

function namesOf(part: z.ZodType): string[] {
  return Object.keys(shapeOf(part));
}

function shapeOf(part: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return part instanceof z.ZodObject ? part.shape : {};
}
