/**
 * The document with every part that may grow closed as it stands now: sets of texts, the codes of a status, the fields of an answer. Tests
 * check answers by it; clients get the open document, so that a new value breaks none of them.
 */
export function closed(document: unknown): unknown {
  if (Array.isArray(document)) return document.map(closed);
  if (!isObject(document)) return document;
  const { 'x-extensible-enum': values, 'x-error-codes': codes, ...rest } = document;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, closed(part)]));
  if (values !== undefined) return { ...inner, enum: values };
  if (codes !== undefined) return { ...inner, content: withCodes(inner['content'], codes) };
  const isOpen = rest['type'] === 'object' && isObject(rest['properties']) && !('additionalProperties' in rest);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

function withCodes(content: unknown, codes: unknown): unknown {
  if (!isObject(content)) return content;
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) =>
      isObject(media)
        ? [mediaType, { ...media, schema: { allOf: [media['schema'], limitedTo(codes, media['schema'])] } }]
        : [mediaType, media],
    ),
  );
}

/** The code of an error is its `error` on the older surface, and in its `error` on the unified one. */
function limitedTo(codes: unknown, body: unknown) {
  const isLegacy = isObject(body) && body['$ref'] === '#/components/schemas/LegacyError';
  const error = isLegacy ? { enum: codes } : { type: 'object', properties: { code: { enum: codes } } };
  return { type: 'object', properties: { error } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
