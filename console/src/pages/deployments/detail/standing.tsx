import { nowMs } from '../../../app/clock.js';
import { Figure, Figures } from '../../../parts/figure.js';
import { ago, count, share, words } from '../../../parts/format.js';
import { Section } from '../../../parts/heading.js';
import { Money, Profit, Time } from '../../../parts/money.js';
import { Steps } from '../../../parts/progress.js';
import { cents } from './cents.js';
import type { Shown } from './shown.js';

const SETUP_STEPS: readonly string[] = ['reserve', 'transfer', 'credit', 'register', 'done'];

/** What a deployment is and has. */
export function Standing({ bot }: { readonly bot: Shown }) {
  const { metrics, health, mode } = bot;
  const { trades, pnl, balance, asOf } = metrics;
  const ended = trades.wins + trades.losses;
  return (
    <Section title={mode === 'paper' ? 'What it has, in simulated money' : 'What it has'}>
      <Figures>
        <Figure
          label="Equity"
          note={mode === 'paper' ? 'simulated' : 'of its account at the venue'}
          formula="Cash and open positions at their latest prices."
        >
          <Money amount={cents(balance.venueUsd)} />
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
        <Figure label="Looked at its markets">
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

function Terms({ bot }: { readonly bot: Shown }) {
  const { venue, framework, symbols, aliveUntil, onExpiry, startedAt, createdAt, mandate, venueSetup } = bot;
  return (
    <>
      {venueSetup === null || venueSetup.status === 'completed' ? null : (
        <Steps
          label={`Setup of ${venue} with ${venueSetup.amountUsd} USD`}
          steps={SETUP_STEPS}
          current={SETUP_STEPS.indexOf(venueSetup.step)}
          hasFailed={venueSetup.status !== 'processing'}
        />
      )}
      <dl class="terms">
        <dt>Trades</dt>
        <dd>
          {symbols.join(', ')} at {venue}, on {framework.name}
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={createdAt} /> UTC, last started <Time at={startedAt} none="never" />
        </dd>
        <dt>Its time is over</dt>
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
    </>
  );
}

function LiveTerms({ bot: { credentials, venueAccount, venueSetup } }: { readonly bot: Shown }) {
  return (
    <>
      <dt>Credentials</dt>
      <dd>{credentials === null ? 'unknown' : words(credentials.status)}</dd>
      <dt>Account at the venue</dt>
      <dd>
        <Money amount={venueAccount?.balanceUsd} />
        {venueAccount?.funded === false ? ', less than a start needs' : ''}
      </dd>
      <dt>Capital</dt>
      <dd>{venueSetup === null ? 'not set up yet' : <Money amount={venueSetup.amountUsd} />}</dd>
    </>
  );
}
