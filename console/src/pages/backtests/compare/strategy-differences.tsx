import { Section } from '../../../parts/heading.js';
import { nameOf, type Run } from './differences.js';
import { type DiffLine, diffOf, hunksOf } from './line-diff.js';

const SIGNS = { same: ' ', gone: '−', added: '+' } as const;

/** What the strategies of the others have that the first one's has not, and the other way round. */
export function StrategyDifferences({ runs }: { readonly runs: readonly Run[] }) {
  const [first, ...others] = runs;
  if (first === undefined) return null;
  return (
    <>
      {others
        .filter(({ strategy }) => strategy.code !== first.strategy.code)
        .map((run) => (
          <Section key={run.id} title={`Strategy: from ${nameOf(first)} to ${nameOf(run)}`}>
            <Difference lines={diffOf(first.strategy.code, run.strategy.code)} />
          </Section>
        ))}
    </>
  );
}

function Difference({ lines }: { readonly lines: readonly DiffLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="difference" tabIndex={0} aria-label="Changed lines">
      {hunksOf(lines).map((hunk, at) => (
        <pre key={String(at)}>
          {hunk.map(({ kind, text }, line) => (
            <div key={String(line)} class={kind}>
              {SIGNS[kind]} {text}
            </div>
          ))}
        </pre>
      ))}
    </section>
  );
}
