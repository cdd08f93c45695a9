import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The page's own colours reach into the editor, and change with its theme; each has a contrast of 4.5 or more on both grounds. */
const CODE = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--busy)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.definition(tags.variableName), tags.className, tags.propertyName], color: 'var(--warn)' },
]);

const THEME = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '13px', maxHeight: '34rem' },
  '.cm-scroller': { fontFamily: 'var(--mono)', minHeight: 'var(--editor-height-min)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--code) 60%, transparent)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
});

/** How the editor looks. */
export const appearance: Extension = [THEME, syntaxHighlighting(CODE)];
