import { useEffect, useState } from 'preact/hooks';
import { unkept } from '../../../graph/client.js';
import type { Place, Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import type { Finding } from '../../../parts/editor/finding.js';
import { CheckDocument, type CheckQueryVariables } from './generated/documents.js';
import { NewestAnswer } from './newest-answer.js';
import { inputOf, type Settings } from './request.js';

/** The code of answers whose places are lines of the strategy. */
export const STRATEGY_INVALID = 'strategy_invalid';
/** How long nothing is typed before the platform is asked. */
const PAUSE_MS = 600;
const NO_FINDINGS: readonly Finding[] = [];

/** What the platform says of a strategy before it is run. */
export interface Checked {
  /** Whether the strategy or its config would be refused. */
  readonly isRefused: boolean;
  /** What was found. */
  readonly places: readonly Place[];
  /** What of it is marked at the lines of the strategy; undefined where that is not known. */
  readonly marks: readonly Finding[] | undefined;
  /** Why it was not checked. */
  readonly problem?: Problem;
}

/** Has the platform check a strategy whenever it was changed and then left for a moment; undefined before there is anything to say. */
export function useCheck(settings: Settings, code: string): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  const [answers] = useState(() => new NewestAnswer({ pauseMs: PAUSE_MS, ask: check, tell: setChecked }));
  const { framework, venue, symbols, configJson, strategyClass } = inputOf(settings, code, '');
  const source = { framework, venue, symbols, code, configJson, ...(strategyClass == null ? {} : { strategyClass }) };
  // Sources are compared by what they say
  useEffect(() => answers.show(source), [answers, JSON.stringify(source)]);
  useEffect(() => () => answers.close(), [answers]);
  return checked;
}

async function check(source: CheckQueryVariables): Promise<Checked | undefined> {
  if (source.code.trim() === '') return undefined;
  const { data, problem } = await ask(CheckDocument, source, unkept);
  if (problem !== undefined) return { isRefused: false, places: [], marks: undefined, problem };
  const { code, findings } = data.strategyCheck ?? { code: null, findings: [] };
  const places = findings.map(({ line, text }) => (line === null ? { text } : { line, text }));
  return { isRefused: code !== null, places, marks: code === STRATEGY_INVALID ? places : NO_FINDINGS };
}
