import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { Copyable } from '../../../parts/copy-button.js';
import { Dialog } from '../../../parts/dialog.js';
import { Time } from '../../../parts/money.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { Progress } from '../../../parts/progress.js';
import { SharedDocument } from '../shared/generated/documents.js';
import { addressOf, digestOf } from '../shared/link.js';
import { ShareDocument } from './generated/documents.js';

interface Shared {
  readonly address: string;
  readonly digest: string | undefined;
  readonly expiresAt: string;
}

/** A link to the result for those who have no account here. They see figures and trades, not the strategy. */
export function Share({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [shared, setShared] = useState<Shared>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    void share(id).then((found) => ('code' in found ? setProblem(found) : setShared(found)));
  }, [id]);
  return (
    <Dialog title="Share the result" onClose={onClose}>
      <ProblemMessage problem={problem} />
      {shared === undefined ? (
        problem === undefined ? (
          <Progress label="making a link" />
        ) : null
      ) : (
        <>
          <p>Everybody with this link may read the figures and the trades, and nothing else. It shows no strategy.</p>
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
