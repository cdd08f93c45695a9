import { useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { Copyable } from '../../../parts/copy-button.js';
import { Dialog } from '../../../parts/dialog.js';
import { Time } from '../../../parts/money.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { SharedDocument } from '../shared/generated/documents.js';
import { addressOf, digestOf } from '../shared/link.js';
import { ShareDocument } from './generated/documents.js';

/** How long the platform keeps a link open (`services/runtime`, `result-links.ts`); the link itself says when it ends. */
const LINK_DAYS = 7;

interface Shared {
  readonly address: string;
  readonly digest: string | undefined;
  readonly expiresAt: string;
}

/** A link to the result for those who have no account here. They see figures and trades, not the strategy. */
export function Share({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [shared, setShared] = useState<Shared>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const found = await share(id);
    setBusy(false);
    if ('code' in found) setProblem(found);
    else setShared(found);
  };
  return (
    <Dialog title="Share the result" onClose={onClose}>
      <ProblemMessage problem={problem} />
      <p>Everybody who has the link may read the figures and the trades, and nothing else. It shows no strategy.</p>
      {shared === undefined ? (
        <>
          <p>
            The link ends after {LINK_DAYS} days. It can not be taken back before that, except by deleting the backtest.
          </p>
          <div class="buttons">
            <button type="button" class="primary" disabled={isBusy} onClick={() => void make()}>
              {isBusy ? 'Making a link…' : 'Make a link'}
            </button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      ) : (
        <>
          <p>
            <Copyable text={shared.address} what="the link" />
          </p>
          <p>
            It ends <Time at={shared.expiresAt} /> UTC, or when the backtest is deleted.
          </p>
          {shared.digest === undefined ? null : (
            <p>
              The link holds the result's digest, so that its readers see whether it is still the same. SHA-256{' '}
              <Copyable text={shared.digest} what="the digest" />
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

const NO_RESULT: Problem = { code: 'invalid_state', message: 'It has no result to share.', places: [] };

/** Makes a link, and reads what it leads to as its readers will. */
async function share(id: string): Promise<Shared | Problem> {
  const made = await ask(ShareDocument, { id });
  if (made.problem !== undefined) return made.problem;
  const link = made.data.backtest?.resultLink;
  if (link === null || link === undefined) return NO_RESULT;
  const read = await ask(SharedDocument, { token: link.token });
  if (read.problem !== undefined) return read.problem;
  const digest = await digestOf(read.data.backtestResultFile?.result);
  const of = digest === undefined ? { token: link.token } : { token: link.token, digest };
  return { address: addressOf(location.origin, of), digest, expiresAt: link.expiresAt };
}
