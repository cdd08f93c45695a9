import { useMemo } from 'preact/hooks';
import { Chart } from '../../../parts/chart/chart.js';
import type { Series } from '../../../parts/chart/series.js';
import { Figure, Figures } from '../../../parts/figure.js';
import { words } from '../../../parts/format.js';
import { Section } from '../../../parts/heading.js';
import { Profit } from '../../../parts/money.js';
import { Notice } from '../../../parts/problem.js';
import { type Column, Table } from '../../../parts/table/table.js';
import { Checks } from './checks.js';
import { describe, drawdownOf, pointsOf } from './curves.js';
import type { Detail, Result } from './detail.js';
import { FIGURES } from './figures.js';

/** More warnings than these are opened by those who ask for them. */
const WARNINGS_OPEN_MAX = 3;
/** Python's name of the kind of a warning that the platform itself gives. */
const CATEGORY = /^UserWarning: /;

/** The part of a result that is shown at a glance. */
type Shown = Omit<Result, 'data' | 'totalPnl'>;
type Pair = Result['perPair'][number];
type Exit = Result['perExitReason'][number];

/** The result at a glance: curves, figures with their formulas, and what each market and each exit came to. */
export function Overview({ checks, result }: { readonly checks: Detail['checks']; readonly result: Shown }) {
  return (
    <>
      <Doubts result={result} />
      <Section title="Equity and drawdown">
        <Equity result={result} />
      </Section>
      <Section title="Figures">
        <Figures>
          {FIGURES.map(({ id, label, text, formula, note }) => (
            <Figure key={id} label={label} formula={formula} note={note?.(result)}>
              {text(result)}
            </Figure>
          ))}
          <Figure
            label="Funding"
            formula="funding received − funding paid, in the stake currency; in no trade's profit"
          >
            {result.fundingPnl === null ? 'none applied' : <Profit amount={result.fundingPnl} unit="stake" />}
          </Figure>
        </Figures>
      </Section>
      <div class="columns">
        <Section title="By market">
          <Table caption="Result by market" rows={result.perPair} columns={PAIRS} rowKey={({ symbol }) => symbol} />
        </Section>
        <Section title="By exit reason">
          <Table
            caption="Result by exit reason"
            rows={result.perExitReason}
            columns={EXITS}
            rowKey={({ reason }) => reason}
            empty="No trade was closed."
          />
        </Section>
      </div>
      <Checks checks={checks} />
    </>
  );
}

/** What a reader should know before believing the figures. */
function Doubts({ result: { recomputed, warnings } }: { readonly result: Shown }) {
  return (
    <>
      {recomputed.length === 0 ? null : (
        <Notice tone="warn">
          The run reported other figures than its trades give. The platform computed these from the trades:{' '}
          {recomputed.map(words).join(', ')}.
        </Notice>
      )}
      {warnings.length === 0 ? null : (
        <details class="notice warn" open={warnings.length <= WARNINGS_OPEN_MAX}>
          <summary>{warnings.length === 1 ? 'A warning' : `${warnings.length} warnings`} of this run</summary>
          <ul>
            {warnings.map(({ text, count, line }) => (
              <li key={text}>
                {line === null ? '' : `Line ${line}: `}
                {text.replace(CATEGORY, '')} {count > 1 ? `(${count} times)` : ''}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Equity({ result }: { readonly result: Shown }) {
  const { series, summary } = useMemo(() => {
    const points = pointsOf(result.equityCurve);
    const curves: readonly Series[] = [
      { kind: 'area', name: 'Equity, in USDC', points, tone: 'accent', pane: 0 },
      { kind: 'area', name: 'Drawdown', points: drawdownOf(points), tone: 'bad', pane: 1, unit: 'percent' },
    ];
    return { series: curves, summary: describe(points) };
  }, [result]);
  return <Chart label="Equity and drawdown by day" summary={summary} series={series} />;
}

const PAIRS: readonly Column<Pair>[] = [
  { id: 'symbol', label: 'Market', value: ({ symbol }) => symbol },
  { id: 'trades', label: 'Trades', isNumber: true, value: ({ trades }) => trades },
  { id: 'wins', label: 'Won', isNumber: true, value: ({ wins }) => wins, cell: ({ wins }) => wins ?? '—' },
  {
    id: 'profit',
    label: 'Profit',
    isNumber: true,
    value: ({ profitPct }) => profitPct,
    cell: ({ profitPct }) => <Profit amount={profitPct} unit="percent" />,
  },
];

const EXITS: readonly Column<Exit>[] = [
  { id: 'reason', label: 'Exit reason', value: ({ reason }) => reason },
  { id: 'trades', label: 'Trades', isNumber: true, value: ({ trades }) => trades },
  { id: 'wins', label: 'Won', isNumber: true, value: ({ wins }) => wins },
  {
    id: 'profit',
    label: 'Profit',
    isNumber: true,
    value: ({ profitPct }) => profitPct,
    cell: ({ profitPct }) => <Profit amount={profitPct} unit="percent" />,
  },
];
