import { Badge } from '../../../parts/badge.js';
import { bestOf, FIGURES } from '../result/figures.js';
import { nameOf, type Run } from './differences.js';

/** A column per backtest, a row per figure; the best of a row is marked by a word. */
export function CompareTable({ runs }: { readonly runs: readonly Run[] }) {
  const results = runs.map(({ result }) => result);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-box" tabIndex={0} aria-label="Figures">
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {runs.map((run) => (
              <th key={run.id} scope="col" class="end">
                <a href={`/app/backtests/${run.id}`}>{nameOf(run)}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => {
            const best = bestOf(figure, results);
            return (
              <tr key={figure.id}>
                <th scope="row" title={figure.formula}>
                  {figure.label}
                </th>
                {results.map((result, at) => (
                  <td key={runs[at]?.id} class="end">
                    {best.has(at) ? <Badge tone="good">best</Badge> : null}{' '}
                    {result === null ? '—' : figure.text(result)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
