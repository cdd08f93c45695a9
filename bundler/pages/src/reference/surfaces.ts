/** The part of an OpenAPI document that is read here: whether an operation is of the older surface. */
interface Surface {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly deprecated?: boolean }>>>>;
}

/** Returns where the document is that the reader asked for: the older surface has a page of its own. */
export function documentOf(query: string): string {
  return new URLSearchParams(query).has('older') ? '/legacy/openapi.json' : '/openapi.json';
}

/** Leaves out what is deprecated where other operations remain: Swagger UI needs half a minute for two hundred operations. */
export function current<Document extends Surface>(document: Document): Document {
  const kept = Object.entries(document.paths).flatMap(([path, methods]) => {
    const left = Object.entries(methods).filter(([, operation]) => operation.deprecated !== true);
    return left.length === 0 ? [] : [[path, Object.fromEntries(left)] as const];
  });
  return kept.length === 0 ? document : { ...document, paths: Object.fromEntries(kept) };
}
