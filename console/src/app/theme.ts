import { store } from './store.js';

const KEY = 'console-theme';
/** The themes, in the order of the choice. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** How the console looks: as the system does, or always light or dark. */
export type Theme = (typeof THEMES)[number];

/** The theme that the reader chose. */
export const theme = store<Theme>(stored());

function stored(): Theme {
  const found = storage()?.getItem(KEY);
  return THEMES.find((each) => each === found) ?? 'system';
}

/** Browsers may forbid to store anything; the choice then lasts as long as the page. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Chooses a theme for this browser. */
export function choose(next: Theme): void {
  theme.set(next);
  storage()?.setItem(KEY, next);
  applyTheme();
}

/** Shows the page in the chosen theme. */
export function applyTheme(): void {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}
