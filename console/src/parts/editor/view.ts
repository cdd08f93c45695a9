import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView as CodeMirror, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { appearance } from './appearance.js';
import type { Finding, Language } from './finding.js';

/** Four blanks, as Python's own style has it. */
const INDENT = '    ';

/** Marks a text that the page gave: it is not told what it knows. */
const given = Annotation.define<boolean>();

interface Options {
  readonly label: string;
  readonly language: Language;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly changed: (value: string) => void;
}

/** CodeMirror in a shadow root: there its styles are sheets of the document's own making, which the page's policy allows. */
export class EditorView {
  private readonly view: CodeMirror;

  constructor(box: HTMLElement, options: Options) {
    const root = box.shadowRoot ?? box.attachShadow({ mode: 'open' });
    const state = EditorState.create({ doc: options.value, extensions: this.extensions(options) });
    this.view = new CodeMirror({ state, parent: root, root });
  }

  /** Shows another text, unless it is what stands there already. */
  setValue(value: string): void {
    const { doc } = this.view.state;
    if (doc.toString() === value) return;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: value }, annotations: given.of(true) });
  }

  /** Marks findings at their lines. */
  setFindings(findings: readonly Finding[]): void {
    const { state } = this.view;
    this.view.dispatch(
      setDiagnostics(
        state,
        findings.map((finding) => diagnosticOf(finding, state.doc)),
      ),
    );
  }

  /** Removes the editor from the page. */
  close(): void {
    this.view.destroy();
  }

  private extensions({ label, language, isReadOnly, changed }: Options): Extension[] {
    return [
      lineNumbers(),
      lintGutter(),
      history(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      CodeMirror.lineWrapping,
      indentUnit.of(INDENT),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      language === 'python' ? python() : json(),
      EditorState.readOnly.of(isReadOnly),
      CodeMirror.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      CodeMirror.updateListener.of((update) => {
        const isTyped = update.docChanged && !update.transactions.some((each) => each.annotation(given) === true);
        if (isTyped) changed(update.state.doc.toString());
      }),
      appearance,
    ];
  }
}

/** A finding without a line, or beyond the end, stands at the first or the last line. */
function diagnosticOf({ line = 1, text }: Finding, doc: Text): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return { from, to, severity: 'error', message: text };
}
