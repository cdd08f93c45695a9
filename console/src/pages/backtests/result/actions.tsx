import { useState } from 'preact/hooks';
import { navigate } from '../../../app/location.js';
import { useMutation } from '../../../graph/use-query.js';
import { Confirm } from '../../../parts/dialog.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { DeleteDocument } from '../list/generated/documents.js';
import type { Detail } from './detail.js';
import { Download } from './download.js';
import { CancelDocument, StartDocument } from './generated/documents.js';
import { Share } from './share.js';

/** What can be done with a backtest, by what it is now. */
export function Actions({ backtest }: { readonly backtest: Detail }) {
  const { id, name, status, held, result } = backtest;
  const [dialog, setDialog] = useState<'delete' | 'share' | 'download'>();
  const cancel = useMutation(CancelDocument);
  const start = useMutation(StartDocument);
  const remove = useMutation(DeleteDocument);
  const isOpen = status === 'queued' || status === 'running';
  const close = () => setDialog(undefined);
  return (
    <>
      {held ? (
        <button type="button" class="primary" onClick={() => void start.send({ input: { id } })}>
          Start
        </button>
      ) : null}
      {isOpen ? (
        <button type="button" disabled={cancel.isSending} onClick={() => void cancel.send({ input: { id } })}>
          Cancel
        </button>
      ) : null}
      <a class="button" href={`/app/backtests/new?again=${encodeURIComponent(id)}`}>
        Run again
      </a>
      {status === 'finished' ? (
        <>
          <a class="button" href={`/app/deployments/new?backtest=${encodeURIComponent(id)}`}>
            Deploy
          </a>
          <button type="button" onClick={() => setDialog('share')}>
            Share
          </button>
          <button type="button" onClick={() => setDialog('download')}>
            Download
          </button>
        </>
      ) : null}
      <button type="button" onClick={() => setDialog('delete')}>
        Delete
      </button>
      <ProblemMessage problem={cancel.problem ?? start.problem} />
      {dialog === 'share' ? <Share id={id} onClose={close} /> : null}
      {dialog === 'download' ? <Download id={id} trades={result?.trades ?? 0} onClose={close} /> : null}
      {dialog === 'delete' ? (
        <Confirm
          title="Delete this backtest"
          action="Delete"
          tone="danger"
          onClose={close}
          onConfirm={async () => {
            const { problem } = await remove.send({ input: { id } });
            if (problem === undefined) navigate('/app/backtests');
            return problem;
          }}
        >
          <p>{name ?? id} and its trades, logs and links are gone for good. A running one is cancelled.</p>
        </Confirm>
      ) : null}
    </>
  );
}
