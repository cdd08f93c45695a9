/** Writes the typed data of wallet proofs into the documents; run by `npm run generate`. */
import { writeFile } from 'node:fs/promises';
import { withdrawalDocument } from './document.js';

await writeFile(
  new URL('../../../../../docs/withdrawal-authorization.json', import.meta.url),
  await withdrawalDocument(),
);
