import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of documents. */
export const DOCUMENTS = fileURLToPath(new URL('../../../docs/', import.meta.url));
/** Documents for users of the platform; the rest of the folder is for those who build and run it. */
const FILES = ['interface.md', 'guides/*.md'];

/** A document as it is written, in Markdown. */
export interface MarkdownDocument {
  /** Its path below the folder of documents, without an ending: `guides/first-strategy`. */
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  readonly text: string;
}

/** The interface and every guide, by name. */
export async function markdownDocuments(directory = DOCUMENTS): Promise<readonly MarkdownDocument[]> {
  const files: string[] = [];
  for await (const file of glob(FILES, { cwd: directory })) files.push(file);
  return Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(join(directory, file), 'utf8');
      const name = file.replace(/\.md$/, '');
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    }),
  );
}
