import { readFile } from 'node:fs/promises';

/** Returns the fields of /proc/<pid>/stat after the command's name, which may hold any character. */
export async function statOf(processId: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Returns a reading of each of these processes, by name. */
export async function ofEach<Value>(
  processes: ReadonlyMap<string, number>,
  read: (processId: number) => Promise<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const entries = [...processes].map(async ([name, id]) => [name, await read(id)] as const);
  return new Map(await Promise.all(entries));
}
