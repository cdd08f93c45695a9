/** What the process that holds bots says, a line each (frameworks/common/platform_worker/host.py). */
export type HostLine =
  /** The framework is imported: bots can begin. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'frame'; readonly bot: string; readonly text: string }
  | { readonly kind: 'log'; readonly bot: string; readonly text: string }
  /** A bot's process was started; its id is that within the sandbox. */
  | { readonly kind: 'began'; readonly bot: string; readonly processId: number }
  /** A bot's process has ended; below zero: by that signal. */
  | { readonly kind: 'ended'; readonly bot: string; readonly exitCode: number };

const LINE = /^([BFLE]) (\S+) (.*)$/s;

/** Returns what a line says. Throws where it says nothing. */
export function parseHostLine(line: string): HostLine {
  if (line === 'R') return { kind: 'ready' };
  const [, letter, bot, text] = LINE.exec(line) ?? [];
  if (bot === undefined || text === undefined) throw new Error('the process that holds bots said what it never says');
  if (letter === 'F') return { kind: 'frame', bot, text };
  if (letter === 'L') return { kind: 'log', bot, text };
  return letter === 'B'
    ? { kind: 'began', bot, processId: Number(text) }
    : { kind: 'ended', bot, exitCode: Number(text) };
}
