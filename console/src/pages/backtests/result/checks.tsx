import { Status } from '../../../parts/badge.js';
import { Section } from '../../../parts/heading.js';
import type { Detail } from './detail.js';

/** What the checks found that were asked for. */
export function Checks({ checks }: { readonly checks: Detail['checks'] }) {
  if (checks === null) return null;
  const { lookahead, recursive } = checks;
  return (
    <Section title="Checks">
      {lookahead === null ? null : (
        <p>
          <Status of={lookahead.status} /> <b>Looks ahead:</b>{' '}
          {lookahead.message ??
            `of ${lookahead.totalSignals ?? '—'} trades examined, ${lookahead.biasedEntrySignals ?? '—'} entries and ` +
              `${lookahead.biasedExitSignals ?? '—'} exits depended on later candles.`}
          {lookahead.biasedIndicators.length === 0 ? '' : ` Indicators: ${lookahead.biasedIndicators.join(', ')}.`}
        </p>
      )}
      {recursive === null ? null : (
        <p>
          <Status of={recursive.status} /> <b>Depends on its start:</b>{' '}
          {recursive.message ?? `checked with ${recursive.startupCandles ?? '—'} start-up candles.`}
          {recursive.lookaheadIndicators.length === 0
            ? ''
            : ` Indicators that look ahead: ${recursive.lookaheadIndicators.join(', ')}.`}
        </p>
      )}
    </Section>
  );
}
