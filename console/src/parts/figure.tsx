import type { ComponentChildren } from 'preact';

/** A labelled figure. `formula` says how it is computed, for those who ask. */
export function Figure(props: {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly formula?: string | undefined;
}) {
  return (
    <div class="figure">
      <dt>{props.label}</dt>
      <dd>
        <span class="figure-value">{props.children}</span>
        {props.note === undefined ? null : <span class="figure-note">{props.note}</span>}
        {props.formula === undefined ? null : (
          <details class="formula">
            <summary aria-label={`formula of ${props.label}`}>formula</summary>
            <p>{props.formula}</p>
          </details>
        )}
      </dd>
    </div>
  );
}

/** Figures beside each other. */
export function Figures({ children }: { readonly children: ComponentChildren }) {
  return <dl class="figures">{children}</dl>;
}
