import { useMemo, useState } from 'preact/hooks';
import { useQuery } from '../../../graph/use-query.js';
import { Badge } from '../../../parts/badge.js';
import { TextField } from '../../../parts/field.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Loaded } from '../../../parts/problem.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { useChanges } from '../../../streams/watch.js';
import { LogsDocument } from './generated/documents.js';

interface Line {
  readonly at: string;
  readonly text: string;
  readonly isOurs: boolean;
}

/** What the run printed. What the platform wrote is marked: a strategy may print anything, in anybody's name. */
export function Logs({ id, status }: { readonly id: string; readonly status: string }) {
  const answer = useQuery(LogsDocument, { id });
  useChanges(status === 'running' ? { kind: 'backtest', id } : undefined, answer.again);
  return (
    <Section title="What it printed">
      <Loaded answer={answer}>
        {({ backtest }) => <Lines logs={backtest?.logs ?? []} ours={backtest?.platformLogLines ?? []} />}
      </Loaded>
    </Section>
  );
}

function Lines({ logs, ours }: { readonly logs: readonly string[]; readonly ours: readonly number[] }) {
  const [words, setWords] = useState('');
  const lines = useMemo(() => {
    const own = new Set(ours);
    return logs.map((line, at) => ({ ...parted(line), isOurs: own.has(at) }));
  }, [logs, ours]);
  if (lines.length === 0) return <Empty>Nothing yet.</Empty>;
  const wanted = words.toLowerCase();
  const shown = wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
  return (
    <>
      <TextField label="Only lines with" type="search" value={words} onChange={setWords} />
      <Table
        caption="Log"
        rows={shown}
        columns={COLUMNS}
        rowKey={(_, index) => String(index)}
        empty="No line has that."
      />
    </>
  );
}

/** A line is a time stamp, a blank and the message. */
function parted(line: string): { at: string; text: string } {
  const blank = line.indexOf(' ');
  return { at: line.slice(0, blank), text: line.slice(blank + 1) };
}

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'at',
    label: 'Time, UTC',
    isUnsorted: true,
    value: ({ at }) => at,
    cell: ({ at }) => <code>{at.slice(11, 23)}</code>,
  },
  {
    id: 'text',
    label: 'Message',
    isUnsorted: true,
    value: ({ text }) => text,
    cell: ({ text, isOurs }) => (
      <>
        {isOurs ? <Badge tone="busy">platform</Badge> : null} <span class="mono">{text}</span>
      </>
    ),
  },
];
