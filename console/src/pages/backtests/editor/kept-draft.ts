import { drop, keep, kept } from '../../../session/kept.js';
import { parseSettings, type Settings, settingsJson } from './request.js';

/** What the form begins with. */
export interface Draft {
  /** What tells it from another one. */
  readonly id: string;
  readonly code: string;
  readonly settings: Settings;
}

/** Keeps what the reader has made of a draft, in this tab. */
export function keepDraft({ id, code, settings }: Draft): void {
  keep(nameOf(id), { code, settings: settingsJson(settings) });
}

/** Forgets what the reader had made of a draft. */
export function dropDraft(id: string): void {
  drop(nameOf(id));
}

/** What the reader had made of a draft; undefined where nothing, or nothing that can be read, is kept. */
export function keptDraft(id: string): Draft | undefined {
  const found = kept(nameOf(id));
  if (typeof found !== 'object' || found === null || !('code' in found) || !('settings' in found)) return undefined;
  const { code, settings } = found;
  if (typeof code !== 'string' || typeof settings !== 'string') return undefined;
  const parsed = parseSettings(settings);
  return 'settings' in parsed ? { id, code, settings: parsed.settings } : undefined;
}

const nameOf = (id: string) => `backtest-${id}`;
