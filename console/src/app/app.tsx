import { useEffect } from 'preact/hooks';
import { readSession, session } from '../session/session.js';
import { SignIn } from '../session/sign-in.js';
import { followLinks, place } from './location.js';
import { Outlet } from './outlet.js';
import { Shell } from './shell.js';
import { useStore } from './store.js';

/** The console: the page of the current address, or the way in. */
export function App() {
  const state = useStore(session);
  const address = useStore(place);
  useEffect(followLinks, []);
  useEffect(() => {
    void readSession();
  }, []);
  // A shared result is for those without an account.
  if (address.startsWith('/app/shared'))
    return (
      <main id="main" class="alone">
        <Outlet address={address} />
      </main>
    );
  if (state.status === 'unknown') return <p class="starting">Loading…</p>;
  // The sign-in page is also where a one-time link leads, whoever is signed in.
  if (state.status === 'signed_out' || address.startsWith('/app/sign-in')) return <SignIn />;
  return (
    <Shell>
      <Outlet address={address} />
    </Shell>
  );
}
