import type { ComponentChildren } from 'preact';
import type { Place, Problem } from '../graph/problem.js';
import type { Answer } from '../graph/use-query.js';
import { duration } from './format.js';

/** Why something did not work, what was wrong where, and the page that says what to do. */
export function ProblemMessage({ problem }: { readonly problem: Problem | undefined }) {
  if (problem === undefined) return null;
  return (
    <Notice tone="bad">
      <p>
        {problem.message}{' '}
        <a href={`/docs/errors/${problem.code}`} title={problem.code} target="_blank" rel="noreferrer">
          What to do
        </a>
      </p>
      {problem.retryAfterSeconds === undefined ? null : <p>Try again in {duration(problem.retryAfterSeconds)}.</p>}
      <Places places={problem.places} />
      {problem.requestId === undefined ? null : (
        <p class="fine">
          Request <code>{problem.requestId}</code>
        </p>
      )}
    </Notice>
  );
}

/** Each place that is wrong, and what is wrong there. */
export function Places({ places }: { readonly places: readonly Place[] }) {
  if (places.length === 0) return null;
  return (
    <ul>
      {places.map(({ line, path, text }) => (
        <li key={`${line}${path}${text}`}>
          {line === undefined ? null : <b>Line {line}: </b>}
          {path === undefined ? null : <code>{path}</code>} {text}
        </li>
      ))}
    </ul>
  );
}

/** Something the reader should know here. What is bad is read out at once. */
export function Notice(props: {
  readonly tone: 'bad' | 'warn' | 'good' | 'plain';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${props.tone}`} role={props.tone === 'bad' ? 'alert' : 'status'}>
      {props.children}
    </div>
  );
}

/** What an answer shows once it is there: a placeholder before, the problem beside what there is. */
export function Loaded<Data>(props: {
  readonly answer: Answer<Data>;
  readonly children: (data: Data) => ComponentChildren;
}) {
  const { data, problem, isLoading, again } = props.answer;
  return (
    <>
      {problem === undefined ? null : (
        <>
          <ProblemMessage problem={problem} />
          <p>
            <button type="button" onClick={again} disabled={isLoading}>
              Try again
            </button>
          </p>
        </>
      )}
      {data === undefined ? problem === undefined ? <p class="loading">Loading…</p> : null : props.children(data)}
    </>
  );
}
