import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../../app/routing.js';
import type { Problem } from '../../graph/problem.js';
import { ask } from '../../graph/use-query.js';
import { Chart } from '../../parts/chart/chart.js';
import type { Series } from '../../parts/chart/series.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { ProblemMessage } from '../../parts/problem.js';
import { Progress } from '../../parts/progress.js';
import { CompareTable } from './compare/compare-table.js';
import { differencesOf, nameOf, type Run } from './compare/differences.js';
import { ComparedDocument } from './compare/generated/documents.js';
import { StrategyDifferences } from './compare/strategy-differences.js';
import { gainOf, pointsOf } from './result/curves.js';

const TONES = ['accent', 'warn', 'good', 'busy', 'bad', 'soft'] as const;
/** Requests at once: the platform's limits are for all that an account does. */
const AT_ONCE = 6;

/** Any number of backtests beside each other: curves, figures, and what they were asked with that differs. */
export default function ComparePage({ query }: PageProps) {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  const { runs, problem } = useRuns(ids);
  return (
    <>
      <Heading title={`Compare ${ids.length} backtests`} />
      <ProblemMessage problem={problem} />
      {ids.length === 0 ? (
        <Empty>
          None are chosen: <a href="/app/backtests">choose some of the list</a>.
        </Empty>
      ) : null}
      {runs.length < ids.length && problem === undefined ? (
        <Progress label="reading" value={runs.length / ids.length} />
      ) : null}
      {runs.length === 0 ? null : <Compared runs={runs} />}
    </>
  );
}

function Compared({ runs }: { readonly runs: readonly Run[] }) {
  const series = useMemo(
    () =>
      runs.map(
        (run, at): Series => ({
          kind: 'line',
          name: nameOf(run),
          points: run.result === null ? [] : gainOf(pointsOf(run.result.equityCurve)),
          tone: TONES[at % TONES.length] ?? 'soft',
          pane: 0,
          unit: 'percent',
        }),
      ),
    [runs],
  );
  return (
    <>
      <Section title="Gain over time">
        <Chart
          label="Gain since the start, in percent of the starting balance"
          summary="The table of figures below has where each ends."
          series={series}
        />
      </Section>
      <Section title="Figures">
        <CompareTable runs={runs} />
      </Section>
      <Section title="What differs in what they were asked with">
        <Differences runs={runs} />
      </Section>
      <StrategyDifferences runs={runs} />
    </>
  );
}

function Differences({ runs }: { readonly runs: readonly Run[] }) {
  const rows = differencesOf(runs);
  if (rows.length === 0) return <Empty>Nothing: they were asked with the same.</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-box" tabIndex={0} aria-label="Differences">
      <table>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            {runs.map((run) => (
              <th key={run.id} scope="col">
                {nameOf(run)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {runs.map((run, at) => (
                <td key={run.id}>
                  <code>{values[at]}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function useRuns(ids: readonly string[]): { readonly runs: readonly Run[]; readonly problem: Problem | undefined } {
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const key = ids.join(',');
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const found: Run[] = [];
      for (let at = 0; at < ids.length && isWanted; at += AT_ONCE) {
        const answers = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => ask(ComparedDocument, { id })));
        if (!isWanted) return;
        found.push(...answers.flatMap(({ data }) => data?.backtest ?? []));
        setRuns([...found]);
        setProblem((old) => old ?? answers.find((answer) => answer.problem !== undefined)?.problem);
      }
    };
    setRuns([]);
    setProblem(undefined);
    void read();
    return () => {
      isWanted = false;
    };
    // The ids are what the key names.
  }, [key]);
  return { runs, problem };
}
