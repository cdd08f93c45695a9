import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Problem } from '../graph/problem.js';
import { ProblemMessage } from './problem.js';

/** A dialog above the page. The browser keeps the keyboard in it, and Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether it must stay: neither its button nor Escape closes it. */
  readonly isHeld?: boolean;
  readonly children: ComponentChildren;
}) {
  const { isHeld = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    return () => returnFocus(opener);
  }, []);
  // Another title is another step of the same dialog.
  useEffect(() => focusFirst(element.current), [props.title]);
  // A browser lets no page refuse a second Escape.
  const closed = () => (isHeld ? element.current?.showModal() : props.onClose());
  return (
    <dialog
      ref={element}
      aria-labelledby={title}
      onCancel={(event) => (isHeld ? event.preventDefault() : undefined)}
      onClose={closed}
    >
      <div class="dialog-head">
        <h2 id={title} tabIndex={-1}>
          {props.title}
        </h2>
        <button type="button" class="small" disabled={isHeld} onClick={() => element.current?.close()}>
          Close
        </button>
      </div>
      {props.children}
    </dialog>
  );
}

/** Begins in the first field, or at the title where there is none: a key that is pressed by mistake then does nothing. */
function focusFirst(dialog: HTMLDialogElement | null): void {
  const first = dialog?.querySelector<HTMLElement>('input, select, textarea') ?? dialog?.querySelector('h2');
  first?.focus();
}

/** Goes back to what opened a dialog, once the dialog is gone; to the heading of the page where that is gone too. */
function returnFocus(opener: Element | null): void {
  setTimeout(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    const target = opener instanceof HTMLElement && opener.isConnected ? opener : heading;
    if (document.activeElement === document.body) target?.focus();
  });
}

/** Asks before something is done, and shows why it failed where it did. `acknowledgements` must all be ticked first. */
export function Confirm(props: {
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  /** Does it; closes the dialog unless it returns a problem. */
  readonly onConfirm: () => Promise<Problem | undefined>;
  readonly acknowledgements?: readonly string[];
  /** Whether what was entered can be sent; it can where this is left out. */
  readonly isReady?: boolean;
  readonly tone?: 'danger' | 'plain';
  readonly children: ComponentChildren;
}) {
  const { acknowledgements = [], isReady = true } = props;
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
          disabled={isBusy || !isReady || acknowledgements.some((text) => !given.has(text))}
          onClick={() => void confirm()}
        >
          {isBusy ? 'Working…' : props.action}
        </button>
        {/* What is sent can not be taken back. */}
        <button type="button" disabled={isBusy} onClick={props.onClose}>
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
