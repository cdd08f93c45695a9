import { Notice } from '../../parts/problem.js';
import { signOut } from '../../session/session.js';

/** Keys manage no keys: who signed in with one is told what to do. */
export function NeedsSession() {
  return (
    <Notice tone="plain">
      <p>
        You are signed in with a key, and a key manages no keys. Sign in by e-mail code or login wallet to see and
        change them.
      </p>
      <button type="button" onClick={() => void signOut()}>
        Sign out, and in again
      </button>
    </Notice>
  );
}
