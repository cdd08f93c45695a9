import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Returns the SHA-256 of a file's bytes, in lower-case hexadecimal. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Throws unless the file's SHA-256 is the expected one (lower-case hexadecimal). */
export async function verifySha256(file: string, expected: string): Promise<void> {
  const found = await sha256OfFile(file);
  if (found !== expected) throw new Error(`${file} has SHA-256 ${found}, expected ${expected}: it is not used`);
}
