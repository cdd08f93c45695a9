import { keep, kept } from './storage.js';

/** The console keeps the choice under the same name. */
const KEY = 'console-theme';
const THEMES = ['system', 'light', 'dark'] as const;

type Theme = (typeof THEMES)[number];

/** Shows the page in the theme that was chosen, here or in the console, and lets it be changed. */
export function addThemeSwitch(): void {
  const button = document.querySelector('.theme');
  let theme: Theme = THEMES.find((each) => each === kept(KEY)) ?? 'system';
  const show = () => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    if (button !== null) button.textContent = `Theme: ${theme}`;
  };
  button?.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    keep(KEY, theme);
    show();
  });
  show();
}
