import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { closed } from './closed.js';

const parameter = z.object({ name: z.string(), in: z.string(), example: z.unknown().optional() });
const media = z.record(
  z.string(),
  z.object({ schema: z.record(z.string(), z.unknown()), example: z.unknown().optional() }),
);
const operationSchema = z.object({
  parameters: z.array(parameter),
  requestBody: z.object({ content: media }).optional(),
  responses: z.record(z.string(), z.object({ content: media })),
});
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });

/** An operation of the document: an accepted request, and its possible answers. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** With the examples of its parameters in their places. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where it takes none. */
  readonly body: unknown;
  /** Returns how an answer breaks the document; null when it does not. */
  readonly broken: (answer: { status: number; mediaType: string; body: unknown }) => unknown;
}

/** Returns a document without the operations of the older surface, which take more than they document. */
export function unifiedPart(text: unknown): unknown {
  const document = z
    .looseObject({
      paths: z.record(z.string(), z.record(z.string(), z.looseObject({ deprecated: z.boolean().optional() }))),
    })
    .parse(text);
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, { deprecated }]) => deprecated !== true);
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Returns the operations of a document, whose answers are checked by its present content: see `closed`. */
export function operationsOf(text: unknown): readonly Operation[] {
  const document = documentSchema.parse(closed(text));
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compile = (schema: object): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const given = (location: string) =>
        parameters
          .filter((each) => each.in === location && each.example !== undefined && each.example !== null)
          .map(({ name, example }) => [name, String(example)] as const);
      const places = new Map(given('path'));
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(places.get(name) ?? 'none')),
        query: given('query'),
        headers: Object.fromEntries(given('header')),
        body: requestBody?.content['application/json']?.example,
        broken: ({ status, mediaType, body }) => {
          const stated = responses[String(status)]?.content[mediaType];
          if (stated === undefined) return `answers ${status} with ${mediaType}, which it does not state`;
          const validate = compile(stated.schema);
          return validate(body) ? null : validate.errors;
        },
      };
    }),
  );
}
