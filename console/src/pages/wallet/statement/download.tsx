import { useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { type LineFragment, StatementDocument } from '../generated/documents.js';
import { csvOf } from './csv.js';

const PAGE_SIZE = 100;
/** More than this the page does not hold; the file would end without saying so, so there is none. */
const PAGES_MAX = 200;

interface Range {
  readonly createdFrom?: string;
  readonly createdTo?: string;
}

const TOO_LONG: Problem = {
  code: 'invalid_request',
  message: 'The statement has more than 20,000 lines in this time. Choose a shorter one, or read /wallet/ledger.csv.',
  places: [],
};

/** Writes all movements of a time as a file. */
export function Download({ range }: { readonly range: Range }) {
  const [read, setRead] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const download = async () => {
    setRead(0);
    const { lines, problem: found } = await allLines(range, setRead);
    setRead(undefined);
    setProblem(found);
    if (lines !== undefined) save('statement.csv', csvOf(lines));
  };
  return (
    <>
      <button type="button" disabled={read !== undefined} onClick={() => void download()}>
        {read === undefined ? 'Download as CSV' : `Reading, ${read} lines…`}
      </button>
      <ProblemMessage problem={problem} />
    </>
  );
}

async function allLines(range: Range, tell: (read: number) => void) {
  const lines: LineFragment[] = [];
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const outcome: Awaited<ReturnType<typeof nextPage>> = await nextPage(range, after);
    if (outcome.problem !== undefined) return { problem: outcome.problem };
    lines.push(...outcome.nodes);
    tell(lines.length);
    if (outcome.after === null) return { lines };
    after = outcome.after;
  }
  return { problem: TOO_LONG };
}

const UNREADABLE: Problem = { code: 'internal', message: 'The statement can not be read now.', places: [] };

async function nextPage(range: Range, after: string | null) {
  const { data, problem } = await ask(StatementDocument, { first: PAGE_SIZE, ...range, after });
  if (problem !== undefined) return { problem };
  const ledger = data.account?.ledger;
  if (ledger === undefined || ledger === null) return { problem: UNREADABLE };
  return { nodes: ledger.nodes, after: ledger.pageInfo.hasNextPage ? ledger.pageInfo.endCursor : null };
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
