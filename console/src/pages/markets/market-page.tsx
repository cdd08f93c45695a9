import type { PageProps } from '../../app/routing.js';
import { useQuery } from '../../graph/use-query.js';
import { Badge, Status } from '../../parts/badge.js';
import { Copyable } from '../../parts/copy-button.js';
import { Figure, Figures } from '../../parts/figure.js';
import { decimal, price, short, signedPercent } from '../../parts/format.js';
import { Heading, Section } from '../../parts/heading.js';
import { Money, Time } from '../../parts/money.js';
import { Loaded, Notice } from '../../parts/problem.js';
import { useRepeated } from '../../streams/repeated.js';
import { MarketDocument, type MarketQuery } from './generated/documents.js';
import { Large } from './large.js';
import { PriceChart } from './price-chart.js';
import { Readiness } from './readiness.js';
import { Setup } from './setup.js';

type Market = NonNullable<MarketQuery['market']>;

const AGAIN_MS = 15_000;
const HOURS_PER_YEAR = 8_760;

/** One market: its prices, its state, and whether it can be backtested. */
export default function MarketPage({ params: { venue = '', symbol = '' } }: PageProps) {
  const answer = useQuery(MarketDocument, { venue, symbol });
  useRepeated(answer.data?.market != null, AGAIN_MS, answer.again);
  const market = answer.data?.market;
  return (
    <>
      <Heading title={titleOf(market, symbol)}>
        {market == null ? null : (
          <>
            <Badge tone="plain">{market.venue}</Badge>
            <Badge tone="plain">{market.kind}</Badge>
            <Status of={market.status} />
          </>
        )}
      </Heading>
      <Loaded answer={answer}>
        {(data) =>
          data.market === null ? null : (
            <>
              <Facts market={data.market} />
              <PriceChart
                {...{ venue, symbol }}
                priceStep={data.market.tickSize}
                hasFunding={data.market.kind === 'perpetual'}
              />
              {data.market.kind === 'prediction' ? null : (
                <Setup {...{ venue, symbol }} priceStep={data.market.tickSize} />
              )}
              <Readiness {...{ venue, symbol }} />
              <Names market={data.market} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function titleOf(market: Market | null | undefined, symbol: string): string {
  if (market?.prediction != null) return `${market.prediction.question} ${market.prediction.outcome}`;
  return short(symbol, 14);
}

function Facts({ market }: { readonly market: Market }) {
  const { ticker, prediction } = market;
  return (
    <Section title="Now">
      {prediction === null ? null : <Question prediction={prediction} />}
      {market.status === 'active' ? null : (
        <Notice tone="warn">
          <p>
            {market.status === 'halted'
              ? 'Trading is paused here: orders are not taken.'
              : 'Trading has ended here; its history stays available.'}
          </p>
        </Notice>
      )}
      <Figures>
        <Figure label="Mark price">{price(ticker?.mark)}</Figure>
        {ticker?.bid == null && ticker?.ask == null ? null : (
          <Figure label="Bid and ask">
            {price(ticker?.bid)} / {price(ticker?.ask)}
          </Figure>
        )}
        <Figure label="Traded in 24 hours">
          <Large value={ticker?.volume24h} unit="USD" />
        </Figure>
        {market.kind === 'perpetual' ? <Perpetual ticker={ticker} /> : null}
        <Figure label="Smallest order">
          <Money amount={market.minOrderUsd} />
        </Figure>
        <Figure label="Price step">{market.tickSize}</Figure>
        <Figure label="Largest leverage">
          {market.maxLeverage === null ? 'none' : `${decimal(market.maxLeverage, 0)}×`}
        </Figure>
      </Figures>
      {ticker === null ? (
        <p class="fine">The venue gives no price now.</p>
      ) : (
        <p class="fine">
          As of <Time at={ticker.at} /> UTC.
        </p>
      )}
    </Section>
  );
}

function Perpetual({ ticker }: { readonly ticker: Market['ticker'] }) {
  const rate = ticker?.fundingRate;
  return (
    <>
      <Figure label="Open interest" note="in the base asset">
        <Large value={ticker?.openInterest} />
      </Figure>
      <Figure
        label="Funding"
        note="a year; longs pay where it is positive"
        formula="The venue's rate of the current hour × 8,760 hours."
      >
        {rate == null ? 'unknown' : signedPercent(rate * HOURS_PER_YEAR * 100)}
      </Figure>
    </>
  );
}

function Question({ prediction }: { readonly prediction: NonNullable<Market['prediction']> }) {
  const { outcome, outcomes, endDate, resolution } = prediction;
  return (
    <p>
      One token pays 1 USDC if the outcome is <b>{outcome}</b> (of {outcomes.join(', ')}). Trading ends{' '}
      <Time at={endDate} /> UTC.{' '}
      {resolution === null ? null : (
        <>
          It came out as <b>{resolution}</b>.
        </>
      )}
    </p>
  );
}

/** Its names where people have to write them. */
function Names({ market }: { readonly market: Market }) {
  const { symbol, frameworkSymbols, prediction } = market;
  return (
    <Section title="Names">
      <dl class="terms">
        <dt>On this platform</dt>
        <dd>
          <Copyable text={symbol} what="the name on this platform" />
        </dd>
        {frameworkSymbols.freqtrade === null ? null : (
          <>
            <dt>In freqtrade</dt>
            <dd>
              <Copyable text={frameworkSymbols.freqtrade} what="the name in freqtrade" />
            </dd>
          </>
        )}
        {frameworkSymbols.nautilus === null ? null : (
          <>
            <dt>In nautilus</dt>
            <dd>
              <Copyable text={frameworkSymbols.nautilus} what="the name in nautilus" />
            </dd>
          </>
        )}
        {prediction === null ? null : (
          <>
            <dt>In the venue's addresses</dt>
            <dd>
              <Copyable text={prediction.slug} what="the slug" />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}
