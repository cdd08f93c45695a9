/** Generates src/generated/operations.ts: every `.graphql` file under src as a typed document, checked against the graph. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { type DocumentNode, Kind, type ObjectTypeDefinitionNode, parse, visit } from 'graphql';

const root = new URL('./', import.meta.url);
const sources = new URL('src/', root);
const target = new URL('src/generated/operations.ts', root);
const documents = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql'))
  .sort()
  .map((file) => ({ location: file, document: parse(readFileSync(new URL(file, sources), 'utf8')) }));

/** Beside the fields of the root types: what another service answers, or a feature that can be off, and so null beside an error. */
const NULL_BESIDE_AN_ERROR = new Set([
  'Account.ledger',
  'Account.runtimeUsage',
  'Account.wallet',
  'TradingAccount.wallet',
  'Wallet.balance',
  'Wallet.openOrders',
  'Wallet.positions',
  'Wallet.venues',
  'Wallet.withdrawalPolicy',
  'Wallet.withdrawalSources',
]);

/** The graph as the facade meets it: it takes no answer with an error, so what is null beside an error alone is never null. */
function withoutNullsBesideErrors(graph: DocumentNode): DocumentNode {
  const isMet = (type: string, field: string) =>
    type === 'Query' || type === 'Mutation' || NULL_BESIDE_AN_ERROR.has(`${type}.${field}`);
  return visit(graph, {
    ObjectTypeDefinition: (type: ObjectTypeDefinitionNode) => ({
      ...type,
      fields: type.fields?.map((field) =>
        isMet(type.name.value, field.name.value) && field.type.kind !== Kind.NON_NULL_TYPE
          ? { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } }
          : field,
      ),
    }),
  });
}

const content = await codegen({
  filename: target.pathname,
  schema: withoutNullsBesideErrors(parse(readFileSync(new URL('../gateway/schema.graphql', root), 'utf8'))),
  documents,
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
mkdirSync(new URL('./', target), { recursive: true });
writeFileSync(target, content);
