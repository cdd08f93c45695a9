import { nowMs } from '../../../app/clock.js';
import { Figure, Figures } from '../../../parts/figure.js';
import { ago, count, share, words } from '../../../parts/format.js';
import { Section } from '../../../parts/heading.js';
import { Money, Profit, Time } from '../../../parts/money.js';
import { cents } from './cents.js';
import { GONE } from './gone.js';
import type { Shown } from './shown.js';

/** What a deployment is and has. */
export function Standing({ bot }: { readonly bot: Shown }) {
  const { metrics, health, mode } = bot;
  const { trades, pnl, balance, asOf } = metrics;
  const ended = trades.wins + trades.losses;
  return (
    <Section title={titleOf(bot)}>
      <Figures>
        <Figure
          label="Equity"
          note={mode === 'paper' ? 'simulated' : 'of its account at the venue'}
          formula="Cash and open positions at their latest prices."
        >
          <Money amount={cents(balance.venueUsd ?? bot.venueAccount?.balanceUsd)} />
        </Figure>
        <Figure label="Realised" note="USD" formula="The profit of all closed trades after fees and funding.">
          <Profit amount={pnl.realizedUsd} />
        </Figure>
        <Figure label="Unrealised" note="USD" formula="What closing all open trades at the latest prices would bring.">
          <Profit amount={pnl.unrealizedUsd} />
        </Figure>
        <Figure label="Trades" note={`${count(trades.open)} open`}>
          {count(trades.total)}
        </Figure>
        <Figure label="Won" formula="Closed trades with a profit, among those with a profit or a loss.">
          {ended === 0 ? '—' : share(trades.wins / ended)}
        </Figure>
        <Figure label="Last seen at work">
          {health.lastHeartbeat === null ? 'never' : ago(health.lastHeartbeat, nowMs())}
        </Figure>
        <Figure label="Restarts" note="by itself">
          {count(health.restarts)}
        </Figure>
        <Figure label="Errors of its strategy" note={health.lastStrategyError ?? undefined}>
          {count(health.strategyErrors)}
        </Figure>
      </Figures>
      <Terms bot={bot} />
      <p class="fine">
        Figures as of <Time at={asOf} /> UTC.
      </p>
    </Section>
  );
}

function titleOf({ mode, status }: Shown): string {
  const title = GONE.has(status) ? 'What it had' : 'What it has';
  return mode === 'paper' ? `${title}, in simulated money` : title;
}

function Terms({ bot }: { readonly bot: Shown }) {
  const { venue, framework, symbols, aliveUntil, onExpiry, startedAt, createdAt, mandate } = bot;
  return (
    <dl class="terms">
      <dt>Trades</dt>
      <dd>
        {symbols.join(', ')} at {venue}, on {framework.name}
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} /> UTC, last started <Time at={startedAt} none="never" />
      </dd>
      <dt>Ends</dt>
      <dd>
        {aliveUntil === null ? (
          'never'
        ) : (
          <>
            <Time at={aliveUntil} /> UTC, then it{' '}
            {onExpiry === 'block_entries' ? 'opens nothing more and stops once flat' : 'stops'}
          </>
        )}
      </dd>
      {bot.mode === 'paper' ? null : <LiveTerms bot={bot} />}
      {mandate === null ? null : (
        <>
          <dt>Limits of its key</dt>
          <dd>
            {mandate.maxOrderUsd === null ? 'no limit of orders' : `${mandate.maxOrderUsd} USD an order`},{' '}
            {mandate.maxLeverage === null ? 'any leverage' : `leverage up to ${mandate.maxLeverage}`}
          </dd>
        </>
      )}
    </dl>
  );
}

function LiveTerms({ bot }: { readonly bot: Shown }) {
  const { venue, venueAccount, venueSetup } = bot;
  return (
    <>
      <dt>Credentials</dt>
      <dd>{credentialsOf(bot)}</dd>
      <dt>Equity by the word of {venue}</dt>
      <dd>
        <Money amount={cents(venueAccount?.balanceUsd)} />
        {venueAccount?.funded === false ? ', less than a start needs' : ''}
      </dd>
      <dt>Capital</dt>
      <dd>{venueSetup === null ? 'not set up yet' : <Money amount={venueSetup.amountUsd} />}</dd>
    </>
  );
}

function credentialsOf({ status, credentials }: Shown): string {
  if (GONE.has(status)) return 'ended with it';
  return credentials === null ? 'unknown' : words(credentials.status);
}
