/** The first part of `npm run build`: which proto types are built, and whether they have to be built again. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stampsMatch, writeStamps } from './input-stamps.ts';

const FOLDER = 'protos/trading';
/** Stands among what is generated, and so goes with it. */
const NOTE = 'protos/src/generated/inputs.txt';
/** What the types depend on beside the contracts: how they are generated, and which version of the generator there is. */
const ALWAYS = ['protos/generate.ts', 'package-lock.json'];

/** Generates the types of the protos below a folder, the repository's root, unless no proto was written, added or removed since. */
export async function buildProtos(root: string, generate: () => Promise<number>): Promise<number> {
  const note = join(root, NOTE);
  if (await stampsMatch(note, root)) return 0;
  const code = await generate();
  // Folders too: a file that is added or removed changes its folder.
  const contracts = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' });
  if (code === 0) await writeStamps(note, root, [...ALWAYS, FOLDER, ...contracts.map((path) => join(FOLDER, path))]);
  return code;
}
