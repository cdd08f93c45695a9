import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../graph/problem.js';
import { ProblemMessage } from '../parts/problem.js';
import { signOut } from '../session/session.js';
import { place } from './location.js';
import { NAVIGATION } from './routes.js';
import { useStore } from './store.js';
import { choose, THEMES, type Theme, theme } from './theme.js';

const LABELS: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

/** What stands around every page: the way past the navigation, the navigation, and the page itself. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const address = useStore(place);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [address]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class={isOpen ? 'side open' : 'side'}>
        <div class="brand">
          <a href="/app">Trading platform</a>
          <button
            type="button"
            class="menu"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            Menu
          </button>
        </div>
        <div id="navigation" class="menu-content">
          <nav aria-label="Console">
            <ul>
              {NAVIGATION.map(({ path, label }) => (
                <li key={path}>
                  <a href={path} aria-current={isCurrent(address, path) ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <ul class="secondary">
            <li>
              <a href="/docs">Documentation</a>
            </li>
            <li>
              <ThemeChoice />
            </li>
            <li>
              <SignOut />
            </li>
          </ul>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function SignOut() {
  const [problem, setProblem] = useState<Problem>();
  return (
    <>
      <button type="button" class="plain" onClick={() => void signOut().then(setProblem)}>
        Sign out
      </button>
      <ProblemMessage problem={problem} />
    </>
  );
}

function ThemeChoice() {
  const current = useStore(theme);
  return (
    <label class="theme">
      Theme{' '}
      <select
        value={current}
        onChange={({ currentTarget }) => choose(THEMES.find((each) => each === currentTarget.value) ?? 'system')}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {LABELS[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A page below another one belongs to the same entry; the overview has none below it. */
function isCurrent(address: string, path: string): boolean {
  const { pathname } = new URL(address, location.origin);
  if (path === '/app') return pathname === '/' || pathname === '/app';
  return pathname === path || pathname.startsWith(`${path}/`);
}
