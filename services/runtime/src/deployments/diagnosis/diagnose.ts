// Why: docs/decisions/runtime/deployment-diagnosis.md
import { candleStartMs } from '../parity/period.js';
import { type DiagnosisFacts, isUnread } from './facts.js';
import { type Finding, found } from './findings.js';
import { moneyFindings } from './money.js';

/** Bots look at their markets every few seconds; a round of many markets takes longer. */
const LOOKS_WITHIN_MS = 120_000;

/** Returns why a deployment doesn't trade: those that alone keep it from trading first. What is not known is a finding too. */
export function diagnose(facts: DiagnosisFacts): Finding[] {
  const standing = standingFindings(facts);
  const { status } = facts.record;
  // Of one that doesn't run all else is as it last was, and would be changed by a start.
  const others =
    status === 'running'
      ? [liveness, entries, marketStates, limits, moneyFindings, signals].flatMap((rule) => rule(facts))
      : [];
  const all = [...away(facts), ...standing, ...accountFindings(facts), ...others, ...history(facts)];
  const order = ['blocking', 'warning', 'info'];
  return all.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Whether the machine that has it works: while it is away, nothing of it is done elsewhere, as its bot may still run there. */
function away({ awaySince }: DiagnosisFacts): Finding[] {
  if (awaySince === undefined) return [];
  const since = awaySince === null ? '' : ` since ${awaySince.toISOString()}`;
  return [found('node_away', `The platform’s machine that has it has given no sign${since}.`)];
}

/** What its status says. */
function standingFindings({ record: { status, error } }: DiagnosisFacts): Finding[] {
  switch (status) {
    case 'created':
      return [found('not_started', 'It was created, and has never been started.')];
    case 'stopped':
      return [found('not_started', 'It is stopped.')];
    case 'starting':
      return [found('starting', 'Its process is being started.')];
    case 'error':
      return [found('failed', error === undefined ? 'It can not go on.' : `It can not go on: ${error.message}`)];
    case 'stopping':
    case 'deleting':
    case 'deleted':
      return [found('ended', `Its status is ${status}.`)];
    case 'running':
      return [];
  }
}

/** What a deployment with real money needs of its account. */
function accountFindings({ record, isFunded, nowMs }: DiagnosisFacts): Finding[] {
  if (record.mode === 'paper') return [];
  const { credentialsStatus, venueSetup, mandate, venueBalanceUsd } = record;
  const endedMs = mandate?.expiresAtMs;
  return [
    ...(credentialsStatus === 'missing'
      ? [found('credentials_missing', 'The venue does not let its agent trade.')]
      : []),
    ...(venueBalanceUsd === undefined
      ? [found('unknown', 'What its account at the venue has is not known: the venue has not been read yet.')]
      : isFunded === false
        ? [found('account_not_funded', `Its account at the venue has ${venueBalanceUsd.toFixed(2)} USD.`)]
        : []),
    ...(venueSetup !== undefined && venueSetup.status !== 'completed'
      ? [
          found(
            'venue_setup_unfinished',
            `The setup of its venue is ${venueSetup.status}, at the step ${venueSetup.step}.`,
          ),
        ]
      : []),
    ...(endedMs !== undefined && endedMs <= nowMs
      ? [found('mandate_ended', `The limits of the key that made it ended at ${new Date(endedMs).toISOString()}.`)]
      : []),
  ];
}

/** Whether its bot looks at its markets, and gets answers. */
function liveness({ record, awaySince, nowMs }: DiagnosisFacts): Finding[] {
  // What it said last is old for another reason.
  if (awaySince !== undefined) return [];
  const { heartbeatAt, feedSilentSince, strategyErrors = 0, lastStrategyError } = record;
  const findings: Finding[] = [];
  if (heartbeatAt === undefined) findings.push(found('not_looking', 'It has not looked at its markets yet.'));
  else if (nowMs - heartbeatAt.getTime() > LOOKS_WITHIN_MS)
    findings.push(found('not_looking', `It last looked at its markets at ${heartbeatAt.toISOString()}.`));
  if (feedSilentSince != null)
    findings.push(
      found('feed_silent', `The venue’s feed has given it no answer since ${feedSilentSince.toISOString()}.`),
    );
  if (strategyErrors > 0) {
    const newest = lastStrategyError === undefined ? '' : ` The newest: ${lastStrategyError}`;
    findings.push(
      found('strategy_errors', `Its strategy has failed ${strategyErrors} times since its start.${newest}`),
    );
  }
  return findings;
}

/** Whether it is to open nothing more, and why. */
function entries({ record, entriesBlocked }: DiagnosisFacts): Finding[] {
  const { entriesBlockedSince, stopsWhenFlat } = record;
  if (stopsWhenFlat)
    return [found('time_over', 'Its time is over: it opens nothing more, and stops once it holds nothing.')];
  if (entriesBlockedSince !== undefined) {
    const since = entriesBlockedSince.toISOString();
    return [
      found(
        'entries_blocked',
        `It opens no position since ${since}: the kill switch was used, or its entries were blocked.`,
      ),
    ];
  }
  if (!entriesBlocked) return [];
  return [
    found('position_differs', 'What it holds at the venue is not what its bot believes, so that it opens nothing.'),
  ];
}

/** Whether its markets trade at all. */
function marketStates({ record: { symbols }, markets }: DiagnosisFacts): Finding[] {
  if (isUnread(markets)) return [found('unknown', `Whether its markets trade is not known: ${markets.unread}.`)];
  const missing = symbols.filter((_, index) => markets[index] === undefined);
  const resting = symbols.flatMap((symbol, index) => {
    const status = markets[index]?.status;
    return status === undefined || status === 'active' ? [] : [`${symbol} is ${status}`];
  });
  // Where one of its markets trades, it may trade there.
  const severity = missing.length + resting.length === symbols.length ? 'blocking' : 'warning';
  return [
    ...(missing.length > 0
      ? [found('market_missing', `The venue has no market ${missing.join(', ')}.`, severity)]
      : []),
    ...(resting.length > 0 ? [found('market_not_trading', `${resting.join('; ')}.`, severity)] : []),
  ];
}

/** Whether what it holds already leaves no room. */
function limits({ record: { symbols, framework }, snapshot, stake }: DiagnosisFacts): Finding[] {
  if (snapshot === undefined) return [found('unknown', 'What it holds is not known: it has not said so yet.')];
  const { open } = snapshot.trades;
  const findings: Finding[] = [];
  const tradesMax = stake?.tradesMax;
  if (tradesMax !== undefined && open >= tradesMax)
    findings.push(found('max_trades_open', `It has ${open} open trades, and max_open_trades is ${tradesMax}.`));
  const held = symbols.filter((symbol) => snapshot.positions.some((position) => position.symbol === symbol));
  if (held.length > 0) {
    // A strategy of nautilus may add to what it holds.
    const isFull = held.length === symbols.length && framework.id === 'freqtrade';
    const what = `It holds a position in ${held.join(', ')}`;
    findings.push(
      found('markets_held', isFull ? `${what}: in all of its markets.` : `${what}.`, isFull ? 'blocking' : 'info'),
    );
  }
  return findings;
}

/** What its log says of signals; a framework that found none logs nothing. */
function signals(facts: DiagnosisFacts): Finding[] {
  const { log } = facts;
  const unknown = (why: string) =>
    found('unknown', `Whether its strategy gives signals to enter is not known: ${why}.`);
  if (log === undefined) return [unknown('its framework does not log them; a strategy may do so itself')];
  if (isUnread(log)) return [unknown(log.unread)];
  const { lines, entrySignals, lastRefusal } = log;
  return [
    entrySignals > 0
      ? found('entry_signals', `The newest ${lines} lines of its log tell of ${entrySignals} signals to enter.`)
      : (waiting(facts) ??
        unknown(
          `the newest ${lines} lines of its log tell of none, and candles without one are not logged; its parity report shows them`,
        )),
    ...(lastRefusal === undefined ? [] : [found('entry_refused', `Its log says: ${lastRefusal}`)]),
  ];
}

/** That no candle has closed since its start, where that is so: it has decided on the one before its start alone. */
function waiting({ record: { startedAt }, candleMs, nowMs }: DiagnosisFacts): Finding | undefined {
  if (startedAt === undefined || candleMs === undefined) return undefined;
  const nextCloseMs = candleStartMs(startedAt.getTime(), candleMs) + candleMs;
  if (nextCloseMs <= nowMs) return undefined;
  return found(
    'waiting_for_candle',
    `It decides as a candle of ${lengthOf(candleMs)} closes. None has closed since its start at ${minuteOf(startedAt)}; the next closes at ${minuteOf(new Date(nextCloseMs))}.`,
  );
}

const MINUTES = [
  [1_440, 'd'],
  [60, 'h'],
  [1, 'm'],
] as const;

function lengthOf(candleMs: number): string {
  const minutes = candleMs / 60_000;
  const [size, unit] = MINUTES.find(([each]) => minutes % each === 0) ?? [1, 'm'];
  return `${minutes / size}${unit}`;
}

/** `2026-05-01 12:00 UTC`. */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length).replace('T', ' ')} UTC`;
}

/** Whether it has traded at all. */
function history({ snapshot }: DiagnosisFacts): Finding[] {
  if (snapshot === undefined || snapshot.trades.total === 0) return [];
  const { total, open } = snapshot.trades;
  return [found('has_traded', `Trades that it has made: ${total}; open now: ${open}.`)];
}
