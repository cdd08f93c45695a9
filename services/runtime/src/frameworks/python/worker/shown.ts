import { redact } from '@platform/kit/redaction';
import { type Hide, hideServerPaths } from './server-paths.js';
import { visible } from './visible.js';

/** Shows no path of the server, below some folders as well, and nothing that looks like a secret: a strategy may print all it was given. */
export function shownText(paths: readonly string[]): Hide {
  const hide = hideServerPaths(paths);
  return (text) => redact(hide(text));
}

/** Does the same to a line, and writes out what would act on a terminal. */
export function shownLine(paths: readonly string[]): Hide {
  const show = shownText(paths);
  return (line) => visible(show(line));
}
