import { useEffect, useState } from 'preact/hooks';
import { navigate } from '../../app/location.js';
import type { PageProps } from '../../app/routing.js';
import type { Problem } from '../../graph/problem.js';
import { useQuery } from '../../graph/use-query.js';
import { SelectField } from '../../parts/field.js';
import { signedPercent } from '../../parts/format.js';
import { Heading, Section } from '../../parts/heading.js';
import { ProblemMessage } from '../../parts/problem.js';
import { DEPLOYABLE, type Draft, draftOf, EMPTY } from './creation/draft.js';
import { CreationForm } from './creation/form.js';
import { ChoicesDocument, type ChoicesQuery } from './generated/documents.js';

/** Makes a deployment of a strategy: one that was backtested, one that was deployed before, or a new one. */
export default function NewDeploymentPage({ query }: PageProps) {
  const backtest = query.get('backtest') ?? undefined;
  const deployment = query.get('deployment') ?? undefined;
  const sample = query.get('sample') ?? undefined;
  const choices = useQuery(ChoicesDocument, {});
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let isWanted = true;
    setDraft(undefined);
    void draftOf({ sample, backtest, deployment }).then((prepared) => {
      if (!isWanted) return;
      setDraft(prepared.draft ?? EMPTY);
      setProblem(prepared.problem);
    });
    return () => {
      isWanted = false;
    };
  }, [sample, backtest, deployment]);
  return (
    <>
      <Heading title="New deployment" />
      <ProblemMessage problem={choices.problem} />
      <ProblemMessage problem={problem} />
      {deployment === undefined ? (
        <Source choices={choices.data} chosen={backtest ?? (sample === undefined ? '' : `${SAMPLE}${sample}`)} />
      ) : null}
      {draft === undefined ? (
        <p class="loading">Loading…</p>
      ) : (
        <CreationForm key={draft.key} draft={draft} choices={choices.data} />
      )}
    </>
  );
}

/** Before the id of a sample, where the ids of backtests stand too. */
const SAMPLE = 'sample:';

function addressOf(chosen: string): string {
  if (chosen === '') return '/app/deployments/new';
  const query = chosen.startsWith(SAMPLE) ? { sample: chosen.slice(SAMPLE.length) } : { backtest: chosen };
  return `/app/deployments/new?${new URLSearchParams(query)}`;
}

/** Which strategy it begins with: the newest backtests are the nearest at hand. */
function Source({ choices, chosen }: { readonly choices: ChoicesQuery | undefined; readonly chosen: string }) {
  const runs = choices?.backtests?.nodes ?? [];
  const options = [
    { value: '', label: 'Empty' },
    ...DEPLOYABLE.map(({ id, label }) => ({ value: `${SAMPLE}${id}`, label: `Sample: ${label}` })),
    ...(chosen === '' || chosen.startsWith(SAMPLE) || runs.some(({ id }) => id === chosen)
      ? []
      : [{ value: chosen, label: chosen }]),
    ...runs.map(({ id, name, symbols, result, framework }) => ({
      value: id,
      label: `${name ?? id}: ${framework.name}, ${marketsText(symbols.length)}, ${signedPercent(result?.profitTotalPct)}`,
    })),
  ];
  return (
    <Section title="Strategy to begin with">
      <SelectField
        label="A finished backtest or a sample"
        hint={
          runs.length === 0 && choices !== undefined ? (
            <>
              No backtest has finished yet. <a href="/app/backtests/new?sample=dip">Backtest the sample strategy</a>,
              then deploy it.
            </>
          ) : (
            'Its file and its config are taken over, with the markets that it ran on.'
          )
        }
        value={chosen}
        options={options}
        onChange={(id) => navigate(addressOf(id), 'replace')}
      />
    </Section>
  );
}

function marketsText(count: number): string {
  return count === 1 ? 'one market' : `${count} markets`;
}
