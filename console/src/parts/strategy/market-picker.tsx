import { useState } from 'preact/hooks';
import { useQuery } from '../../graph/use-query.js';
import { TextField } from '../field.js';
import { short } from '../format.js';
import { ProblemMessage } from '../problem.js';
import { aliasOf, commonHistory, coverageOf, type ReadyMarket, windowOf } from './coverage.js';
import { ReadyMarketsDocument } from './generated/documents.js';

/** A platform takes no more markets in one backtest. */
const MARKETS_MAX = 50;

/** Chooses markets whose stored history is ready, and takes the window that they have in common. */
export function MarketPicker(props: {
  readonly venue: string;
  readonly framework: string;
  readonly chosen: readonly string[];
  readonly onChange: (symbols: readonly string[]) => void;
  /** Takes the window; left out where there is none to take. */
  readonly onWindow?: (window: { readonly from: string; readonly to: string }) => void;
}) {
  const { venue, framework, chosen, onChange, onWindow } = props;
  const [words, setWords] = useState('');
  const { data, problem, isLoading } = useQuery(ReadyMarketsDocument, { venue, framework, query: words });
  const markets = data?.markets?.nodes ?? [];
  const known = markets.filter((market) => chosen.includes(aliasOf(market, framework) ?? ''));
  // What is chosen and not among the markets that were found has a history that is not known here.
  const covered = known.length === chosen.length ? known : [];
  const [history, window] = [commonHistory(covered), windowOf(covered)];
  const toggle = (symbol: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, symbol] : chosen.filter((each) => each !== symbol));
  return (
    <fieldset class="markets">
      <legend>Markets ({chosen.length} chosen)</legend>
      <TextField label="Search" type="search" value={words} onChange={setWords} lengthMax={200} />
      <ProblemMessage problem={problem} />
      <ul>
        {chosen
          .filter((symbol) => !markets.some((market) => aliasOf(market, framework) === symbol))
          .map((symbol) => (
            <Choice key={symbol} symbol={symbol} note="" isChosen isDisabled={false} onToggle={toggle} />
          ))}
        {markets.map((market) => (
          <MarketChoice key={market.id} {...{ market, framework, chosen }} onToggle={toggle} />
        ))}
      </ul>
      {markets.length === 0 && !isLoading ? <p class="hint">No market with stored history has these words.</p> : null}
      {history === undefined ? null : (
        <p class="hint">
          Hourly candles of {known.length === 1 ? 'it' : 'all of them'} are stored from {history.from} to {history.to}.
          A strategy needs some days of them before the first day.
        </p>
      )}
      {window === undefined || onWindow === undefined ? null : (
        <button type="button" class="small" onClick={() => onWindow(window)}>
          Use {window.from} to {window.to}
        </button>
      )}
    </fieldset>
  );
}

function MarketChoice(props: {
  readonly market: ReadyMarket;
  readonly framework: string;
  readonly chosen: readonly string[];
  readonly onToggle: (symbol: string, isOn: boolean) => void;
}) {
  const symbol = aliasOf(props.market, props.framework);
  if (symbol === null) return null;
  const isChosen = props.chosen.includes(symbol);
  return (
    <Choice
      symbol={symbol}
      note={coverageOf(props.market)}
      isChosen={isChosen}
      isDisabled={!isChosen && props.chosen.length >= MARKETS_MAX}
      onToggle={props.onToggle}
    />
  );
}

function Choice(props: {
  readonly symbol: string;
  readonly note: string;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onToggle: (symbol: string, isOn: boolean) => void;
}) {
  return (
    <li>
      <label title={`${props.symbol}\n${props.note}`}>
        <input
          type="checkbox"
          checked={props.isChosen}
          disabled={props.isDisabled}
          onChange={({ currentTarget }) => props.onToggle(props.symbol, currentTarget.checked)}
        />{' '}
        {short(props.symbol, 11)}
      </label>
    </li>
  );
}
