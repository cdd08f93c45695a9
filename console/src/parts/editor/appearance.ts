import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of code. Each has a contrast of 4.5 or more on the ground of its theme. */
const LIGHT = { keyword: '#8a1f8f', text: '#0a6b3d', number: '#0b5cad', comment: '#5d6878', name: '#8a4b00' };
const DARK = { keyword: '#e39bf0', text: '#7ddba9', number: '#8fc2f8', comment: '#98a5b7', name: '#f2c27c' };

/** How the editor looks; colours that are not of code are the page's own, which reach into it. */
export function appearance(isDark: boolean): Extension {
  const colours = isDark ? DARK : LIGHT;
  const style = HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: colours.keyword },
    { tag: [tags.string, tags.special(tags.string)], color: colours.text },
    { tag: [tags.number, tags.bool, tags.null], color: colours.number },
    { tag: tags.comment, color: colours.comment, fontStyle: 'italic' },
    { tag: [tags.definition(tags.variableName), tags.className, tags.propertyName], color: colours.name },
  ]);
  return [theme(isDark), syntaxHighlighting(style)];
}

function theme(isDark: boolean): Extension {
  return EditorView.theme(
    {
      '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '13px', maxHeight: '34rem' },
      '.cm-scroller': { fontFamily: 'var(--mono)', minHeight: 'var(--editor-height-min)', overflow: 'auto' },
      '.cm-content': { caretColor: 'var(--ink)' },
      '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
      '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--code) 60%, transparent)' },
      '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
      '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
      '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
    },
    { dark: isDark },
  );
}
