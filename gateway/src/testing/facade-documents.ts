import { z } from 'zod';

const MODULE = new URL('../../../rest-facade/src/generated/operations.ts', import.meta.url);

/** Texts of the facade's documents: read as data, since the gateway does not depend on the facade. */
export async function facadeDocuments(): Promise<string[]> {
  const operations: Record<string, unknown> = await import(MODULE.href);
  const documents = Object.entries(operations).filter(([name]) => name.endsWith('Document'));
  return documents.map(([, document]) => z.coerce.string().parse(document));
}
