import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 2_000;

/** Copies a text. `what` names it for those who do not see it: `the address`. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <button type="button" class="small" aria-label={`Copy ${what}`} onClick={copy}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </button>
      <span role="status" class={state === 'failed' ? 'fine' : 'unseen'}>
        {state === 'copied'
          ? `Copied ${what}`
          : state === 'failed'
            ? 'The browser did not allow it: select and copy.'
            : ''}
      </span>
    </>
  );
}

/** A text to copy, with its button; shown whole, and never broken by a line's end that is copied too. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span class="copyable">
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
}
