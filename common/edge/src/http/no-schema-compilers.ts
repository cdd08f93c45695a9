function refuse(): never {
  throw new Error('requests are checked by what their handlers parse, not by schemas of the server');
}

/** For a Fastify server: its JSON schema compilers, the largest part of its code, are not loaded. */
export const noSchemaCompilers = {
  schemaController: { compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse } },
} as const;
