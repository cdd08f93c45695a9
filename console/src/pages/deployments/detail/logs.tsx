import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useQuery } from '../../../graph/use-query.js';
import { CheckField, TextField } from '../../../parts/field.js';
import { count } from '../../../parts/format.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Loaded } from '../../../parts/problem.js';
import { useChanges } from '../../../streams/watch.js';
import { LogsDocument } from '../generated/documents.js';
import { lineOf, linesWith } from './log-lines.js';

const LINES_MAX = 1_000;
/** So near to the end somebody reads the newest. */
const END_PX = 40;

/** What a deployment logs, as it comes: it stays at the end while the reader is there. */
export function Logs({ id }: { readonly id: string }) {
  const [words, setWords] = useState('');
  const [isFollowed, setFollowed] = useState(true);
  const answer = useQuery(LogsDocument, { id, limit: LINES_MAX });
  useChanges(isFollowed ? { kind: 'deployment', id } : undefined, answer.again);
  return (
    <Section title="Log">
      <div class="form-row">
        <TextField label="Only lines with" type="search" value={words} onChange={setWords} />
      </div>
      <CheckField label="Follow: show lines as they come" isChecked={isFollowed} onChange={setFollowed} />
      <Loaded answer={answer}>{({ deployment }) => <Lines logs={deployment?.logs ?? []} words={words} />}</Loaded>
    </Section>
  );
}

function Lines({ logs, words }: { readonly logs: readonly string[]; readonly words: string }) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lines = useMemo(() => linesWith(logs, words).map(lineOf), [logs, words]);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const moved = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX;
  };
  if (logs.length === 0) return <Empty>It has logged nothing in the last 7 days.</Empty>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="log" ref={box} role="log" aria-label="Log" tabIndex={0} onScroll={moved}>
        {lines.map(({ at, text, level }, index) => (
          <p key={`${at} ${index}`} class={level}>
            <time class="number">{at}</time> {text}
          </p>
        ))}
      </div>
      <p class="fine">
        {count(lines.length)} of the newest {count(logs.length)} lines; times are UTC. Lines are kept for 7 days.
      </p>
    </>
  );
}
