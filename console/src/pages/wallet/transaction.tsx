import { CopyButton } from '../../parts/copy-button.js';
import { short } from '../../parts/format.js';

/** A transaction's hash, or an address, shortened, to be copied whole. */
export function Transaction(props: { readonly hash: string | null; readonly what?: string }) {
  const { hash, what = 'the transaction' } = props;
  if (hash === null) return <span class="unknown">—</span>;
  return (
    <span class="number">
      <code title={hash}>{short(hash)}</code> <CopyButton text={hash} what={what} />
    </span>
  );
}
