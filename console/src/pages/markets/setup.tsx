import { useQuery } from '../../graph/use-query.js';
import { Figure, Figures } from '../../parts/figure.js';
import { decimal, percent, signedPercent, UNKNOWN, words } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { Loaded } from '../../parts/problem.js';
import { evidenceOf } from './evidence.js';
import { MarketSetupDocument, type MarketSetupQuery } from './generated/documents.js';

type State = NonNullable<NonNullable<MarketSetupQuery['market']>['setup']>;
type Results = NonNullable<MarketSetupQuery['market']>['scan'];

const TRENDS = { rising: 'above the week’s', falling: 'below the week’s', flat: 'the week’s' } as const;

/** The technical state of a market, each figure with how it is computed; and what the scan says of it. */
export function Setup(props: { readonly venue: string; readonly symbol: string; readonly priceStep: string }) {
  const { venue, symbol, priceStep } = props;
  const answer = useQuery(MarketSetupDocument, { venue, symbol });
  return (
    <Section title="Setup">
      <Loaded answer={answer}>
        {({ market }) =>
          market?.setup == null ? (
            <Empty>There is no technical state of this market: the engine does not follow it, or not yet.</Empty>
          ) : (
            <Figured setup={market.setup} results={market.scan} priceStep={priceStep} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Figured(props: { readonly setup: State; readonly results: Results; readonly priceStep: string }) {
  const { setup, results, priceStep } = props;
  const { regime, levels, volatility, funding, computedAt } = setup;
  return (
    <>
      <Figures>
        <Figure
          label="Regime"
          note={`of 14 hours, ADX ${decimal(regime.adx14, 1)}`}
          formula="The average directional index of 14 hours: 25 or more trends, below 20 ranges, between is transitional."
        >
          {words(regime.state)}
        </Figure>
        <Figure label="Support" formula="Prices below the last close at which it turned before, three at most.">
          {pricesOf(levels.support, priceStep)}
        </Figure>
        <Figure label="Resistance" formula="Prices above the last close at which it turned before, three at most.">
          {pricesOf(levels.resistance, priceStep)}
        </Figure>
        <Figure label="Range of an hour" formula="The average true range of 14 hours, in percent of the last close.">
          {percent(volatility.atr14Pct)}
        </Figure>
        <Figure
          label="Width of its bands"
          note="percentile of 90 days"
          formula="The width of the Bollinger bands (20 hours, two deviations) among those of 90 days, from 0 to 100."
        >
          {decimal(volatility.bbWidthPctile90d, 0)}
        </Figure>
        <Figure
          label="Funding"
          note={funding.trend === null ? 'a year' : `a year; the last day's mean is ${TRENDS[funding.trend]}`}
          formula="The newest hourly rate × 8,760 hours. The mean of the last day is beside that of the last seven; alike within a percentage point."
        >
          {funding.currentAnnualized === null ? UNKNOWN : signedPercent(funding.currentAnnualized * 100)}
        </Figure>
      </Figures>
      {results.length === 0 ? null : (
        <ul class="plain-list">
          {results.map(({ category, score, evidenceJson }) => (
            <li key={category}>
              The scan lists it for <b>{words(category)}</b>, with a score of {decimal(score, 2)}:{' '}
              <span class="fine">{evidenceOf(evidenceJson)}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="fine">
        Computed at <Time at={computedAt} /> UTC, by figures alone: it is no advice.
      </p>
    </>
  );
}

/** Computed between steps, a level is written to the nearest one. */
function pricesOf(levels: readonly number[], step: string): string {
  const decimals = step.split('.')[1]?.length ?? 0;
  return levels.length === 0 ? UNKNOWN : levels.map((level) => decimal(level, decimals)).join(', ');
}
