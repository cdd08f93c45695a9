import { basename } from 'node:path';
import { OWN_FOLDER } from '../../../runners/sandbox-arguments.js';
import type { BacktestOutcome } from '../../framework.js';

/** Changes a text so that it shows no path of the server. */
export type Hide = (text: string) => string;

/** What follows these is a module's or the strategy's own path. */
const OWN_PATHS = /\/(?:(?:lib\/python3\.\d+\/)?(?:site|dist)-packages|lib\/python3\.\d+|user_data\/strategies)\//g;

/** What ends a path to its left. */
const BEFORE_PATH = /[\s"'`:=,;<>()[\]{}]/;

/** Any other path below the folders where systems and users keep their programs. */
const PROGRAMS = /(?<![\w./-])\/(?:root|home|usr|opt|srv|lib|lib32|lib64)\/[^\s"'`:=,;<>()[\]{}]*/g;

/**
 * Hides where modules and programs lie: of a module's path what is left is as Python packages name it, such as
 * `freqtrade/optimize/backtesting.py`, of the strategy's `strategy.py`, and of a program's its name. `paths` are other
 * folders to hide.
 */
export function hideServerPaths(paths: readonly string[]): Hide {
  return (text) => {
    if (!text.includes('/')) return text;
    const modules = cutBefore(text, [...text.matchAll(OWN_PATHS)].map(toSpan));
    const hidden = paths.reduce((rest, path) => rest.replaceAll(`${path}/`, ''), modules);
    const named = paths.reduce((rest, path) => rest.replaceAll(path, basename(path)), hidden);
    return named.replaceAll(`${OWN_FOLDER}/`, '').replaceAll(PROGRAMS, (path) => basename(path));
  };
}

/** Returns the outcome of a run with the paths in its texts hidden. */
export function withoutServerPaths(outcome: BacktestOutcome, hide: Hide): BacktestOutcome {
  if (outcome.kind === 'finished') {
    const warnings = outcome.result.warnings.map((warning) => ({ ...warning, text: hide(warning.text) }));
    return { ...outcome, result: { ...outcome.result, warnings } };
  }
  const findings = outcome.findings.map(({ line, text }) => ({ line, text: hide(text) }));
  return { ...outcome, message: hide(outcome.message), findings };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function toSpan(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** Without each span and what of its path stands before it. */
function cutBefore(text: string, spans: readonly Span[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of spans) {
    let begin = start;
    while (begin > from && !BEFORE_PATH.test(text.charAt(begin - 1))) begin -= 1;
    kept += text.slice(from, begin);
    from = end;
  }
  return kept + text.slice(from);
}
