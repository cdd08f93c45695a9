import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIRECTORY, ROOT, SETTINGS } from './entries.js';

const FILE = join(DIRECTORY, 'variables.json');

/** Records which variables each process declares, read from its settings as they were built. */
export async function writeDeclaredVariables(): Promise<void> {
  const declared: Record<string, string[]> = {};
  for (const [name, module] of Object.entries(SETTINGS)) {
    const { settings }: { settings: object } = await import(join(ROOT, module));
    declared[name] = Object.keys(settings);
  }
  await writeFile(FILE, `${JSON.stringify(declared, null, 2)}\n`);
}

/** The variables that each process declares beside those of every process. */
export function declaredVariables(): Readonly<Record<keyof typeof SETTINGS, readonly string[]>> {
  // As it is written above.
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<keyof typeof SETTINGS, string[]>;
}
