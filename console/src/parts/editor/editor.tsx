import { useEffect, useRef, useState } from 'preact/hooks';
import type { Finding, Language } from './finding.js';
import type { EditorView } from './view.js';

/** One list, so that marks are set again only when there are others. */
const NO_FINDINGS: readonly Finding[] = [];

/** Texts that were typed and have not come back; more only where nobody gives them back. */
const REPORTED_MAX = 50;

/**
 * A code editor, loaded when it is first needed; a plain text area until then, and where it can't be loaded. Findings are marked at
 * their lines. Tab moves on, as it does everywhere; Escape and then Tab too.
 */
export function Editor(props: {
  readonly label: string;
  readonly language: Language;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly findings?: readonly Finding[];
  readonly isReadOnly?: boolean;
}) {
  const { value, findings = NO_FINDINGS, isReadOnly = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const change = useRef(props.onChange);
  change.current = props.onChange;
  const reported = useRef<string[]>([]);
  const latest = useRef(value);
  latest.current = value;
  // The editor is made once; what it shows follows below
  useEffect(() => {
    let made: EditorView | undefined;
    let isWanted = true;
    void import('./view.js').then(
      ({ EditorView: View }) => {
        if (!isWanted || box.current === null) return;
        const { label, language } = props;
        const changed = (text: string) => {
          reported.current.push(text);
          if (reported.current.length > REPORTED_MAX) reported.current.shift();
          change.current?.(text);
        };
        made = new View(box.current, { label, language, value: latest.current, isReadOnly, changed });
        setView(made);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
      made?.close();
    };
  }, []);
  useEffect(() => {
    // What comes back was typed here, and more may have been typed since: it is not written over that.
    const at = reported.current.lastIndexOf(value);
    if (at === -1) view?.setValue(value);
    else reported.current.splice(0, at + 1);
  }, [view, value]);
  useEffect(() => view?.setFindings(findings), [view, findings]);
  return (
    <div class={isReadOnly ? 'editor read-only' : 'editor'}>
      <div ref={box} />
      {view === undefined ? (
        <textarea
          class="editor-plain"
          aria-label={props.label}
          value={value}
          readOnly={isReadOnly}
          spellcheck={false}
          rows={18}
          onInput={({ currentTarget }) => props.onChange?.(currentTarget.value)}
        />
      ) : null}
    </div>
  );
}
