import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf, SchemaWriter } from '../openapi/json-schema.js';
import { noFields, type Route } from '../routes/route.js';

/** A route as a tool: its fields side by side, whichever part of a request they stand in. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

type ObjectSchema = JsonSchema & { type: 'object' };

/** A route that is a tool. */
export type ToolRoute = Route & { readonly tool: string };

/** The routes that are tools: all that answer JSON. */
export function toolRoutes(routes: readonly Route[]): readonly ToolRoute[] {
  return routes.filter((route): route is ToolRoute => route.tool !== undefined);
}

/** An HTTP request to this server. */
export interface ToolRequest {
  readonly method: Route['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** What lists of tools say of a route. */
export function toolOf(route: ToolRoute): Tool {
  const isRead = route.method === 'GET';
  const [output = z.object({})] = Object.values(route.response);
  return {
    name: route.tool,
    description: route.summary,
    inputSchema: inputSchemaOf(route),
    outputSchema: outputSchemaOf(output),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: route.method === 'DELETE',
      idempotentHint: isRead || route.method === 'DELETE' || 'idempotency-key' in shapeOf(route.request.headers),
      openWorldHint: false,
    },
  };
}

/** An object at its root, as the protocol wants it, also where the schema is one that others refer to. */
function outputSchemaOf(body: z.ZodType): ObjectSchema {
  const { $ref, ...schema } = jsonSchemaOf(body, 'output');
  const named = schema.$defs?.[$ref?.split('/').at(-1) ?? ''];
  return { ...schema, ...named, type: 'object' };
}

function inputSchemaOf({ request }: Route): ObjectSchema {
  const schemas = new SchemaWriter();
  const fields = (['params', 'query', 'headers'] as const).flatMap((part) => {
    const { required = [] } = jsonSchemaOf(request[part], 'input');
    return Object.entries(shapeOf(request[part])).map(([name, field]) => ({
      name: argumentOf(name),
      schema: schemas.writeParameter(field),
      required: required.includes(name),
    }));
  });
  const body = request.body === noFields.body ? {} : jsonSchemaOf(request.body, 'input');
  const required = [...fields.filter((field) => field.required).map(({ name }) => name), ...(body.required ?? [])];
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])), ...body.properties },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/**
 * The request that a call of the tool stands for. What the route does not know goes along, so that the route refuses it;
 * throws only for a missing part of the path, without which there is no address.
 */
export function requestOf(route: Route, given: Readonly<Record<string, unknown>>): ToolRequest {
  const { method, path, request } = route;
  const rest = new Map(Object.entries(given));
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
