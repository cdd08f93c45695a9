import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Problem } from '../graph/problem.js';
import { ProblemMessage } from './problem.js';

/** A dialog above the page. The browser keeps the keyboard in it, and Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={title} onClose={props.onClose}>
      <div class="dialog-head">
        <h2 id={title}>{props.title}</h2>
        <button type="button" class="small" onClick={() => element.current?.close()}>
          Close
        </button>
      </div>
      {props.children}
    </dialog>
  );
}

/** Asks before something is done, and shows why it failed where it did. `acknowledgements` must all be ticked first. */
export function Confirm(props: {
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  /** Does it; closes the dialog unless it returns a problem. */
  readonly onConfirm: () => Promise<Problem | undefined>;
  readonly acknowledgements?: readonly string[];
  readonly tone?: 'danger' | 'plain';
  readonly children: ComponentChildren;
}) {
  const { acknowledgements = [] } = props;
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const confirm = async () => {
    setBusy(true);
    const found = await props.onConfirm();
    setBusy(false);
    setProblem(found);
    if (found === undefined) props.onClose();
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.children}
      {acknowledgements.map((text) => (
        <label key={text} class="check">
          <input
            type="checkbox"
            checked={given.has(text)}
            onChange={({ currentTarget }) => setGiven(toggled(given, text, currentTarget.checked))}
          />{' '}
          {text}
        </label>
      ))}
      <ProblemMessage problem={problem} />
      <div class="buttons">
        <button
          type="button"
          class={props.tone === 'danger' ? 'danger' : 'primary'}
          disabled={isBusy || acknowledgements.some((text) => !given.has(text))}
          onClick={() => void confirm()}
        >
          {isBusy ? 'Working…' : props.action}
        </button>
        <button type="button" onClick={props.onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function toggled(given: ReadonlySet<string>, text: string, isGiven: boolean): ReadonlySet<string> {
  const next = new Set(given);
  if (isGiven) next.add(text);
  else next.delete(text);
  return next;
}
