import { keep, kept } from './storage.js';

const KEY = 'docs-language';
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Shows one language of each example, the same for all: the one that was chosen last. */
export function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.variants')].map(toTabs);
  const choose = (language: string) => {
    for (const select of groups) select(language);
  };
  document.addEventListener('language', ({ target }) => {
    const language = target instanceof HTMLElement ? target.dataset['language'] : undefined;
    if (language === undefined) return;
    keep(KEY, language);
    choose(language);
  });
  choose(kept(KEY) ?? '');
}

/** Returns what shows a language; the first where there is none of that name. */
function toTabs(group: HTMLElement, index: number): (language: string) => void {
  const panels = [...group.querySelectorAll<HTMLElement>('.variant')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Languages');
  const tabs = panels.map((panel, at) => toTab(panel, `variant-${index}-${at}`));
  list.append(...tabs);
  list.addEventListener('keydown', ({ key }) => {
    const step = STEPS[key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ tabIndex }) => tabIndex === 0);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  });
  group.prepend(list);
  return (language) => {
    const found = panels.findIndex((panel) => panel.dataset['language'] === language);
    const shown = Math.max(found, 0);
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === shown));
      tab.tabIndex = at === shown ? 0 : -1;
    }
    for (const [at, panel] of panels.entries()) panel.hidden = at !== shown;
  };
}

function toTab(panel: HTMLElement, id: string): HTMLButtonElement {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.id = `${id}-tab`;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', id);
  const label = panel.querySelector('.variant-label');
  tab.textContent = label?.textContent ?? '';
  label?.remove();
  tab.dataset['language'] = panel.dataset['language'] ?? '';
  tab.addEventListener('click', () => tab.dispatchEvent(new Event('language', { bubbles: true })));
  panel.id = id;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  return tab;
}
