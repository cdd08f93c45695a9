import { store } from './store.js';

/** The paths of the console. */
const OWN_PATH = /^\/(app(\/(?!assets\/).*)?)?$/;

/** Where the reader is: path, query and fragment. */
export const place = store(here());

const first = here();
let isElsewhere = false;
place.watch(() => {
  isElsewhere ||= place.get() !== first;
});

/** Whether the reader has gone anywhere since the console was opened. */
export function hasMoved(): boolean {
  return isElsewhere;
}

function here(): string {
  return location.pathname + location.search + location.hash;
}

/** Goes to another page of the console, an address such as `/app/backtests?status=finished`. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  place.set(here());
}

/** Follows the browser's own buttons and plain links, so that pages write `<a href>` and nothing else. */
export function followLinks(): () => void {
  const moved = () => place.set(here());
  const clicked = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest('a') : null;
    if (target === null || !isOurs(event, target)) return;
    event.preventDefault();
    navigate(target.pathname + target.search + target.hash);
  };
  addEventListener('popstate', moved);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', clicked);
  };
}

function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return false;
  const isJump = link.pathname === location.pathname && link.search === location.search && link.hash !== '';
  return link.origin === location.origin && OWN_PATH.test(link.pathname) && !isJump;
}
