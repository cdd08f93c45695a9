import { AreaField, CheckField, TextField } from '../../parts/field.js';
import { VENUES } from '../../parts/venues.js';
import type { EnteredLimits } from './mandate.js';

/** An amount as the platform takes it; a browser marks another one. */
const AMOUNT = '\\d{1,10}(\\.\\d{1,6})?';

/** Asks for the limits of a key; what is left empty is not limited. */
export function MandateFields(props: {
  readonly limits: EnteredLimits;
  readonly onChange: (limits: EnteredLimits) => void;
}) {
  const { limits, onChange } = props;
  const change = (part: Partial<EnteredLimits>) => onChange({ ...limits, ...part });
  return (
    <details open>
      <summary>Limits of what it may trade (its mandate)</summary>
      <div class="form mandate">
        <p class="hint">
          What is left empty is not limited. Limits never change: make another key instead. They do not hold for
          withdrawals.
        </p>
        <fieldset>
          <legend>Only at</legend>
          {VENUES.map((venue) => (
            <CheckField
              key={venue}
              label={venue}
              isChecked={limits.venues.includes(venue)}
              onChange={(isChosen) =>
                change({
                  venues: isChosen ? [...limits.venues, venue] : limits.venues.filter((each) => each !== venue),
                })
              }
            />
          ))}
        </fieldset>
        <AreaField
          label="Only these markets"
          rows={2}
          value={limits.symbols}
          onChange={(symbols) => change({ symbols })}
          hint="One market per line, by the name that its page has: BTC/USDC:USDC."
        />
        <div class="form-row">
          <TextField
            label="Most per order, USD"
            inputMode="decimal"
            pattern={AMOUNT}
            value={limits.maxOrderUsd}
            onChange={(maxOrderUsd) => change({ maxOrderUsd })}
          />
          <TextField
            label="Most per day, USD"
            inputMode="decimal"
            pattern={AMOUNT}
            hint="With a point: 250.50."
            value={limits.maxDailyUsd}
            onChange={(maxDailyUsd) => change({ maxDailyUsd })}
          />
          <TextField
            label="Highest leverage"
            inputMode="numeric"
            pattern="\d{1,4}"
            value={limits.maxLeverage}
            onChange={(maxLeverage) => change({ maxLeverage })}
          />
          <TextField
            label="Ends (UTC)"
            type="datetime-local"
            value={limits.expiresAt}
            onChange={(expiresAt) => change({ expiresAt })}
          />
        </div>
        <CheckField
          label="It may only cancel, and place orders that only reduce"
          isChecked={limits.reduceOnly}
          onChange={(reduceOnly) => change({ reduceOnly })}
        />
      </div>
    </details>
  );
}
