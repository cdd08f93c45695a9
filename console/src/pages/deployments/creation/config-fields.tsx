import { useState } from 'preact/hooks';
import { Editor } from '../../../parts/editor/editor.js';
import { TextField } from '../../../parts/field.js';
import { Notice } from '../../../parts/problem.js';
import { MarketPicker } from '../../../parts/strategy/market-picker.js';
import { Tabs } from '../../../parts/tabs.js';
import { type Config, marketsOf, parseConfig, withCapital, withMarkets, written } from '../config.js';

interface FieldsProps {
  readonly venue: string;
  readonly framework: string;
  readonly isLive: boolean;
  /** Its text, which is what is sent. */
  readonly config: string;
  readonly onChange: (config: string) => void;
}

/** A config as a few fields, and as JSON: both are the same text. */
export function ConfigFields(props: FieldsProps) {
  const [view, setView] = useState('form');
  const config = parseConfig(props.config);
  return (
    <Tabs
      label="Ways to write the config"
      selected={view}
      onSelect={setView}
      tabs={[
        {
          id: 'form',
          label: 'Form',
          content: () => (config === undefined ? <NotJson /> : <Fields {...props} parsed={config} />),
        },
        {
          id: 'json',
          label: 'JSON',
          content: () => (
            <>
              {config === undefined ? <NotJson /> : null}
              <Editor label="The config" language="json" value={props.config} onChange={props.onChange} />
            </>
          ),
        },
      ]}
    />
  );
}

function NotJson() {
  return (
    <Notice tone="warn">
      <p>The config is no JSON object yet.</p>
    </Notice>
  );
}

function Fields({ venue, framework, isLive, parsed, onChange }: FieldsProps & { readonly parsed: Config }) {
  const set = (config: Config) => onChange(written(config));
  // The text as it is typed: a comma at its end names no market yet.
  const [markets, setMarkets] = useState(marketsOf(framework, parsed).join(', '));
  const setChosen = (text: string, names: readonly string[]) => {
    setMarkets(text);
    set(withMarkets(framework, parsed, names));
  };
  return (
    <>
      <MarketPicker
        venue={venue}
        framework={framework}
        chosen={marketsOf(framework, parsed)}
        onChange={(symbols) => setChosen(symbols.join(', '), symbols)}
      />
      <TextField
        label="All chosen markets"
        hint={
          <>
            What is ticked above; a market without stored history is added here, as the framework calls it.{' '}
            <a href="/app/markets" target="_blank" rel="noopener">
              Look it up
            </a>
          </>
        }
        value={markets}
        onChange={(text) => setChosen(text, namesIn(text))}
      />
      <div class="form-row">
        {isLive ? (
          <NumberField
            label="Capital, USD"
            hint="From 50 on: it uses that and no more."
            value={parsed['available_capital']}
            onChange={(value) => set(withCapital(parsed, value))}
          />
        ) : null}
        {framework === 'freqtrade' ? <Freqtrade parsed={parsed} isLive={isLive} onChange={set} /> : null}
      </div>
    </>
  );
}

function Freqtrade(props: {
  readonly parsed: Config;
  readonly isLive: boolean;
  readonly onChange: (config: Config) => void;
}) {
  const { parsed, isLive, onChange } = props;
  const set = (name: string) => (value: number | undefined) => onChange(withNumber(parsed, name, value));
  return (
    <>
      <NumberField
        label="Stake, USD a trade"
        hint={
          parsed['stake_amount'] === 'unlimited' ? 'Unlimited now: all it has, divided by the trades.' : '100 if empty.'
        }
        value={parsed['stake_amount']}
        onChange={set('stake_amount')}
      />
      <NumberField
        label="Trades at once, at most"
        hint="As the strategy says if empty."
        value={parsed['max_open_trades']}
        onChange={set('max_open_trades')}
      />
      {isLive ? null : (
        <NumberField
          label="Simulated money, USD"
          hint="1,000 if empty."
          value={parsed['dry_run_wallet']}
          onChange={set('dry_run_wallet')}
        />
      )}
    </>
  );
}

function NumberField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: unknown;
  readonly onChange: (value: number | undefined) => void;
}) {
  const { label, hint, value, onChange } = props;
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(text) => onChange(text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text))}
    />
  );
}

function withNumber(config: Config, name: string, value: number | undefined): Config {
  const { [name]: _former, ...others } = config;
  return value === undefined ? others : { ...others, [name]: value };
}

function namesIn(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
