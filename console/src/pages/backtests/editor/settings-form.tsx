import { useQuery } from '../../../graph/use-query.js';
import { CheckField, SelectField, TextField } from '../../../parts/field.js';
import { MarketPicker } from '../../../parts/strategy/market-picker.js';
import type { Faults } from './faults.js';
import { type BacktestCheckName, ChoicesDocument } from './generated/documents.js';
import { FREQTRADE_DEFAULTS, type Settings, withConfig, withSymbols } from './request.js';

/** Keys of freqtrade's config that people change; all others in the JSON. */
const CONFIG_FIELDS = [
  { key: 'dry_run_wallet', label: 'Starting balance', hint: `USDC; ${FREQTRADE_DEFAULTS['dry_run_wallet']} if empty` },
  { key: 'stake_amount', label: 'Stake of a trade', hint: `USDC; ${FREQTRADE_DEFAULTS['stake_amount']} if empty` },
  { key: 'max_open_trades', label: 'Open trades at most', hint: "the strategy's if empty" },
] as const;

const CHECKS: readonly { readonly name: BacktestCheckName; readonly label: string }[] = [
  { name: 'lookahead', label: 'Check whether it looks ahead' },
  { name: 'recursive', label: 'Check whether its indicators depend on their start' },
];

interface Props {
  readonly settings: Settings;
  readonly faults: Faults;
  readonly onChange: (settings: Settings) => void;
}

/** The settings, field by field. */
export function SettingsForm({ settings, faults, onChange }: Props) {
  const { name, strategyClass, from, to } = settings;
  return (
    <div class="form">
      <Where {...{ settings, onChange }} />
      <MarketPicker
        venue={settings.venue}
        framework={settings.framework}
        chosen={settings.symbols}
        onChange={(symbols) => onChange(withSymbols(settings, symbols))}
        onWindow={(window) => onChange({ ...settings, ...window })}
      />
      <div class="form-row">
        <TextField
          label="From"
          type="date"
          value={from.slice(0, 10)}
          error={faults.from}
          onChange={(value) => onChange({ ...settings, from: value })}
        />
        <TextField
          label="To"
          type="date"
          value={to.slice(0, 10)}
          hint="ends as this day begins, UTC"
          error={faults.to}
          onChange={(value) => onChange({ ...settings, to: value })}
        />
      </div>
      {settings.framework === 'freqtrade' ? <Freqtrade {...{ settings, faults, onChange }} /> : null}
      <div class="form-row">
        <TextField
          label="Name"
          value={name}
          lengthMax={100}
          onChange={(value) => onChange({ ...settings, name: value })}
        />
        <TextField
          label="Strategy class"
          value={strategyClass}
          lengthMax={100}
          hint="only if the file has several"
          onChange={(value) => onChange({ ...settings, strategyClass: value })}
        />
      </div>
    </div>
  );
}

function Where({ settings, onChange }: Omit<Props, 'faults'>) {
  const { data } = useQuery(ChoicesDocument, {});
  const venues = data?.venues?.filter((venue) => venue.capabilities.backtest) ?? [];
  const frameworks = data?.frameworks?.filter((framework) => framework.isDefault) ?? [];
  const venueIds = withCurrent(
    venues.filter((venue) => venue.frameworks.includes(settings.framework)).map((venue) => venue.id),
    settings.venue,
  );
  const names = withCurrent([...new Set(frameworks.map((framework) => framework.name))], settings.framework);
  const change = (part: { readonly framework: string } | { readonly venue: string }) =>
    // Markets have other names there.
    onChange({ ...withSymbols(settings, []), ...part });
  const progress = frameworks.find((framework) => framework.name === settings.framework)?.progress;
  return (
    <div class="form-row">
      <SelectField
        label="Framework"
        value={settings.framework}
        options={names.map((id) => ({ value: id, label: id }))}
        onChange={(framework) => change({ framework })}
        {...(progress === null || progress === undefined ? {} : { hint: progress })}
      />
      <SelectField
        label="Venue"
        value={settings.venue}
        options={venueIds.map((id) => ({ value: id, label: id }))}
        onChange={(venue) => change({ venue })}
      />
    </div>
  );
}

function Freqtrade({ settings, faults, onChange }: Props) {
  const toggle = (check: BacktestCheckName, isOn: boolean) =>
    onChange({
      ...settings,
      checks: isOn ? [...settings.checks, check] : settings.checks.filter((each) => each !== check),
    });
  return (
    <>
      <div class="form-row">
        {CONFIG_FIELDS.map(({ key, label, hint }) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            inputMode="decimal"
            error={faults[key]}
            value={textOf(settings.config[key])}
            onChange={(text) => onChange(withConfig(settings, key, entered(text)))}
          />
        ))}
      </div>
      <div>
        {CHECKS.map(({ name, label }) => (
          <CheckField
            key={name}
            label={label}
            isChecked={settings.checks.includes(name)}
            onChange={(isOn) => toggle(name, isOn)}
          />
        ))}
      </div>
    </>
  );
}

function withCurrent(ids: readonly string[], current: string): readonly string[] {
  return ids.includes(current) ? ids : [current, ...ids];
}

function textOf(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number where it is one: freqtrade also knows words, `unlimited` for example. */
function entered(text: string): string | number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
