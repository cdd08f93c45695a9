import { type CatalogueEntry, catalogue, isErrorCode } from '@platform/errors';
import { markdownDocuments } from '../documents/markdown.js';
import { WITHDRAWAL_AUTHORIZATION, withdrawalAuthorization } from '../documents/withdrawal-authorization.js';

const SCHEME = 'docs://';
const ERRORS = `${SCHEME}errors`;
const TYPED_DATA = SCHEME + WITHDRAWAL_AUTHORIZATION;
const mimeType = 'text/markdown';
const jsonType = 'application/json';

/** A document as lists of resources show it. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

/** The documents: the interface, every guide, all error codes in one, and what a login wallet signs. */
export async function listResources(directory?: string): Promise<Resource[]> {
  const documents = await markdownDocuments(directory);
  return [
    ...documents.map(({ name, title }) => ({ uri: SCHEME + name, name, title, mimeType })),
    { uri: ERRORS, name: 'errors', title: 'Errors', mimeType },
    {
      ...{ uri: TYPED_DATA, name: WITHDRAWAL_AUTHORIZATION },
      ...{ title: 'How a login wallet signs a withdrawal (EIP-712)', mimeType: jsonType },
    },
  ];
}

/** Documents that are too many to be listed: one per error code. */
export const RESOURCE_TEMPLATES = [
  { uriTemplate: `${ERRORS}/{code}`, name: 'error', title: 'When an error happens and what to do', mimeType },
];

/** Returns a document's text as a response; undefined if there is none. */
export async function readResource(uri: string, directory?: string) {
  if (uri === TYPED_DATA) return { contents: [{ uri, mimeType: jsonType, text: withdrawalAuthorization() }] };
  const text = await textOf(uri, directory);
  return text === undefined ? undefined : { contents: [{ uri, mimeType, text }] };
}

async function textOf(uri: string, directory?: string): Promise<string | undefined> {
  if (uri === ERRORS) return `# Errors\n\n${Object.entries(catalogue).map(lineOf).join('\n')}\n`;
  const code = uri.startsWith(`${ERRORS}/`) ? uri.slice(ERRORS.length + 1) : '';
  if (isErrorCode(code)) return pageOf(code, catalogue[code]);
  return (await markdownDocuments(directory)).find(({ name }) => uri === SCHEME + name)?.text;
}

function lineOf([code, { http, when }]: readonly [code: string, entry: CatalogueEntry]): string {
  return `- \`${code}\` (${http}): ${when}`;
}

function pageOf(code: string, { http, message, when, remedy }: CatalogueEntry): string {
  return `# ${code}\n\n${message}\n\n- Status: ${http}\n- When: ${when}\n- What to do: ${remedy}\n`;
}
