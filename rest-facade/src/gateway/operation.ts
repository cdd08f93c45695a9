import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** A GraphQL operation as text that knows its result and variables; made by `npm run generate` from a `.graphql` file. */
export interface Operation<Result, Variables> extends DocumentTypeDecoration<Result, Variables> {
  toString(): string;
}
