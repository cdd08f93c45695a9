import { useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { Dialog } from '../../../parts/dialog.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { Progress } from '../../../parts/progress.js';
import { readAllTrades, tradesOf } from '../trades/all-trades.js';
import { DetailDocument, StrategyDocument } from './generated/documents.js';
import { csvOf } from './trades.js';

/** Files of a backtest, made here from what the graph says. */
export function Download(props: {
  readonly id: string;
  /** How many trades it closed. */
  readonly trades: number;
  readonly onClose: () => void;
}) {
  const { id, trades, onClose } = props;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [read, setRead] = useState<number>();
  const run = async (work: () => Promise<Problem | undefined>) => {
    setBusy(true);
    setProblem(await work());
    setBusy(false);
    setRead(undefined);
  };
  return (
    <Dialog title="Download" onClose={onClose}>
      <ProblemMessage problem={problem} />
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void run(() => saveTrades(id, setRead))}>
          Trades, CSV
        </button>
        <button type="button" disabled={isBusy} onClick={() => void run(() => saveResult(id))}>
          Result, JSON
        </button>
        <button type="button" disabled={isBusy} onClick={() => void run(() => saveStrategy(id))}>
          Strategy, Python
        </button>
      </div>
      {isBusy ? <Progress label="reading" value={read === undefined || trades === 0 ? null : read / trades} /> : null}
    </Dialog>
  );
}

async function saveTrades(id: string, tell: (read: number) => void): Promise<Problem | undefined> {
  const { trades, problem } = await readAllTrades(tradesOf(id), (state) => {
    tell(state.trades.length);
    return true;
  });
  if (problem === undefined) save(`${id}-trades.csv`, 'text/csv', csvOf(trades));
  return problem;
}

async function saveResult(id: string): Promise<Problem | undefined> {
  const { data, problem } = await ask(DetailDocument, { id });
  if (problem === undefined) save(`${id}.json`, 'application/json', JSON.stringify(data.backtest, withoutTypes, 2));
  return problem;
}

async function saveStrategy(id: string): Promise<Problem | undefined> {
  const { data, problem } = await ask(StrategyDocument, { id });
  if (problem === undefined) save(`${id}.py`, 'text/x-python', data.backtest?.strategy.code ?? '');
  return problem;
}

/** The client of the graph adds the names of types, which are no part of the result. */
function withoutTypes(key: string, value: unknown): unknown {
  return key === '__typename' ? undefined : value;
}

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
