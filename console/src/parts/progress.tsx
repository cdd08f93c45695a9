/** How far something is, from 0 to 1; without a value, that it is under way. */
export function Progress({ label, value }: { readonly label: string; readonly value?: number | null | undefined }) {
  const percent = value === null || value === undefined ? undefined : Math.round(value * 100);
  return (
    <div class="progress">
      <span class="progress-label">
        {label}
        {percent === undefined ? '' : ` · ${percent} %`}
      </span>
      {percent === undefined ? (
        <progress aria-label={label} />
      ) : (
        <progress aria-label={label} max={100} value={percent} />
      )}
    </div>
  );
}

/** The steps of something long, the current one marked. `hasFailed` marks it as the one that went wrong. */
export function Steps(props: {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the step that is under way; the number of steps once all are done. */
  readonly current: number;
  readonly hasFailed?: boolean;
}) {
  return (
    <ol class="steps" aria-label={props.label}>
      {props.steps.map((step, index) => {
        const state = stateOf(index, props.current, props.hasFailed ?? false);
        return (
          <li key={step} class={state} aria-current={index === props.current ? 'step' : undefined}>
            {step} <span class="unseen">({state})</span>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(index: number, current: number, hasFailed: boolean): string {
  if (index < current) return 'done';
  if (index > current) return 'waiting';
  return hasFailed ? 'failed' : 'under way';
}
