function refuse(): never {
  throw new Error('requests are checked by what their handlers parse, not by schemas of the server');
}

/** For a Fastify server: its compilers of JSON schemas are not loaded, which is most of what it would load. */
export const noSchemaCompilers = {
  schemaController: { compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse } },
} as const;
