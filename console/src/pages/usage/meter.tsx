import { useId } from 'preact/hooks';
import { count } from '../../parts/format.js';

/** From this share on a meter warns. */
const NEARLY_FULL = 0.9;

/** How much of an allowance is used. */
export function Meter(props: {
  readonly label: string;
  readonly value: number;
  readonly limit: number;
  readonly written?: (value: number) => string;
  readonly note?: string;
}) {
  const { label, value, limit, written = count, note } = props;
  const id = useId();
  const isNearlyFull = limit > 0 && value >= NEARLY_FULL * limit;
  return (
    <div class="meter-box">
      <p id={id}>
        {label}
        <b class="number">
          {written(value)} of {written(limit)}
          {isNearlyFull ? ' · nearly all' : ''}
        </b>
      </p>
      <meter
        aria-labelledby={id}
        min={0}
        max={Math.max(limit, 1)}
        high={NEARLY_FULL * limit}
        optimum={0}
        value={value}
      />
      {note === undefined ? null : <p class="fine">{note}</p>}
    </div>
  );
}
