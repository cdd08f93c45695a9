import { readFile } from 'node:fs/promises';

/** What the kernel states of a process in /proc/<pid>/stat behind the command's name, which may hold anything. */
export async function statOf(processId: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** What is read of each of these processes, by name. */
export async function ofEach<Value>(
  processes: ReadonlyMap<string, number>,
  read: (processId: number) => Promise<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const entries = [...processes].map(async ([name, id]) => [name, await read(id)] as const);
  return new Map(await Promise.all(entries));
}
