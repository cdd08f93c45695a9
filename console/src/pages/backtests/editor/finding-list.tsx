import { Notice, Places } from '../../../parts/problem.js';
import type { Checked } from './use-check.js';

/** What the platform would refuse a strategy for, as it stands. */
export function FindingList({ checked }: { readonly checked: Checked | undefined }) {
  if (checked === undefined) return null;
  const { problem, isRefused, places } = checked;
  if (problem !== undefined) return <Notice tone="plain">Not checked: {problem.message}</Notice>;
  if (!isRefused) return <Notice tone="plain">Checked: nothing was found that keeps it from running.</Notice>;
  return (
    <Notice tone="warn">
      <p>It would not run:</p>
      <Places places={places} />
    </Notice>
  );
}
