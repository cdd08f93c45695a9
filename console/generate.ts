/** Generates `documents.ts` beside the `.graphql` files of each folder under src: typed documents, checked against the graph. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const sources = new URL('src/', import.meta.url).pathname;
const schema = parse(readFileSync(new URL('../gateway/schema.graphql', import.meta.url), 'utf8'));
const folders = Map.groupBy(globSync('**/*.graphql', { cwd: sources }).sort(), (file) => dirname(file));

// A folder has its own, so that a page is loaded with its own documents alone.
for (const [folder, files] of folders) {
  const target = join(sources, folder, 'generated/documents.ts');
  const content = await codegen({
    filename: target,
    schema,
    documents: files.map((file) => ({ location: file, document: parse(readFileSync(join(sources, file), 'utf8')) })),
    config: {
      documentMode: 'string',
      enumType: 'string-literal',
      inputMaybeValue: 'T | null | undefined',
      scalars: {
        DateTime: 'string',
        DateTimeColumn: 'string[]',
        FloatColumn: 'number[]',
        JSONObject: 'Record<string, unknown>',
        Usd: 'string',
      },
      strictScalars: true,
      skipTypename: true,
      useTypeImports: true,
    },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
