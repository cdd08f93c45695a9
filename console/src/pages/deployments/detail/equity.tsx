import { useMemo } from 'preact/hooks';
import { useQuery } from '../../../graph/use-query.js';
import { Chart } from '../../../parts/chart/chart.js';
import type { Series } from '../../../parts/chart/series.js';
import { usd } from '../../../parts/format.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Loaded } from '../../../parts/problem.js';
import { EquityDocument } from '../generated/documents.js';
import { useAgainAfter } from './again.js';
import { pointsOf } from './equity-points.js';

/** A point is kept per five minutes. */
const AGAIN_MS = 60_000;

/** What a deployment was worth, of 90 days. It is read again as its figures become newer. */
export function Equity({ id, asOf }: { readonly id: string; readonly asOf: string }) {
  const answer = useQuery(EquityDocument, { id });
  useAgainAfter(Math.floor(Date.parse(asOf) / AGAIN_MS), answer.again);
  return (
    <Section title="Equity">
      <Loaded answer={answer}>
        {({ deployment }) => <Curve equity={deployment?.equity ?? { t: [], balanceUsd: [] }} />}
      </Loaded>
    </Section>
  );
}

function Curve({
  equity,
}: {
  readonly equity: { readonly t: readonly string[]; readonly balanceUsd: readonly number[] };
}) {
  const points = useMemo(() => pointsOf(equity), [equity]);
  const series = useMemo(
    (): Series[] => [{ kind: 'area', name: 'Equity, USD', points, tone: 'accent', pane: 0 }],
    [points],
  );
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined)
    return <Empty>Its curve has no point yet: one is kept per five minutes in which it says what it is worth.</Empty>;
  return <Chart label="Equity" summary={`From ${usd(first.value)} to ${usd(last.value)} USD.`} series={series} />;
}
