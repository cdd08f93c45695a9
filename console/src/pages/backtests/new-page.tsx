import { useEffect, useState } from 'preact/hooks';
import { v4 as uuid } from 'uuid';
import { navigate } from '../../app/location.js';
import type { PageProps } from '../../app/routing.js';
import { useMutation } from '../../graph/use-query.js';
import { Editor } from '../../parts/editor/editor.js';
import type { Finding } from '../../parts/editor/finding.js';
import { SelectField } from '../../parts/field.js';
import { Heading, Section } from '../../parts/heading.js';
import { Notice, ProblemMessage } from '../../parts/problem.js';
import { Progress } from '../../parts/progress.js';
import { SAMPLES } from '../../parts/strategy/samples.js';
import { draftOf, type Prepared } from './editor/draft.js';
import { type Faults, faultsOf } from './editor/faults.js';
import { FindingList } from './editor/finding-list.js';
import { CreateDocument } from './editor/generated/documents.js';
import { type Draft, dropDraft, keepDraft } from './editor/kept-draft.js';
import { inputOf, type Settings } from './editor/request.js';
import { SettingsEditor } from './editor/settings-editor.js';
import { STRATEGY_INVALID, useCheck } from './editor/use-check.js';

const NO_FINDINGS: readonly Finding[] = [];

/** A new backtest: of a sample, of an earlier one that is run again, or of an empty file. */
export default function NewBacktestPage({ query }: PageProps) {
  const sample = query.get('sample') ?? undefined;
  const again = query.get('again') ?? undefined;
  const [{ draft, isKept, problem }, setPrepared] = useState<Prepared>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    void draftOf({ sample, again }).then((found) => {
      if (isWanted) setPrepared(found);
    });
    return () => {
      isWanted = false;
    };
  }, [sample, again, round]);
  const startOver = (id: string) => {
    dropDraft(id);
    setPrepared({});
    setRound(round + 1);
  };
  return (
    <>
      <Heading title={again === undefined ? 'New backtest' : 'Run again'} />
      <ProblemMessage problem={problem} />
      {draft === undefined ? (
        problem === undefined ? (
          <Progress label="preparing" />
        ) : null
      ) : (
        <>
          {isKept === true ? (
            <Notice tone="plain">
              This is what you had left here.{' '}
              <button type="button" class="link" onClick={() => startOver(draft.id)}>
                Start over
              </button>
            </Notice>
          ) : null}
          <Form key={draft.id} draft={draft} />
        </>
      )}
    </>
  );
}

function Form({ draft }: { readonly draft: Draft }) {
  const [code, setCode] = useState(draft.code);
  const [settings, setSettings] = useState(draft.settings);
  const [wrong, setWrong] = useState<string>();
  const { send, isSending, problem } = useCreation(draft.id, settings, code);
  const checked = useCheck(settings, code);
  const refused = problem?.code === STRATEGY_INVALID ? problem.places : NO_FINDINGS;
  const faults = faultsOf(settings, code);
  const run = <Run {...{ settings, isSending }} reasons={reasonsOf(faults, wrong)} onRun={() => void send()} />;
  // What was only looked at is not kept: it comes back by itself.
  useEffect(() => {
    if (code !== draft.code || settings !== draft.settings) keepDraft({ id: draft.id, code, settings });
  }, [draft, code, settings]);
  return (
    <>
      <ProblemMessage problem={problem} />
      {run}
      <div class="columns editor-columns">
        <Section title="Strategy" actions={<SampleChoice isEmpty={code.trim() === ''} />}>
          <Editor
            label="Strategy"
            language="python"
            value={code}
            onChange={setCode}
            findings={checked?.marks ?? refused}
          />
          <FindingList checked={checked} />
        </Section>
        <Section title="Settings">
          <SettingsEditor settings={settings} faults={faults} onChange={setSettings} onWrong={setWrong} />
        </Section>
      </div>
      {run}
    </>
  );
}

/** Runs it, or says why it can not be run yet. */
function Run(props: {
  readonly settings: Settings;
  readonly reasons: readonly string[];
  readonly isSending: boolean;
  readonly onRun: () => void;
}) {
  const { reasons, isSending } = props;
  const { symbols, from, to, framework, venue } = props.settings;
  return (
    <div class="buttons run">
      <button type="button" class="primary" disabled={reasons.length > 0 || isSending} onClick={props.onRun}>
        {isSending ? 'Checking the strategy…' : 'Run'}
      </button>
      {reasons.length > 0 ? (
        <span class="reasons">{reasons.join(' ')}</span>
      ) : (
        <span class="fine">
          {symbols.length} {symbols.length === 1 ? 'market' : 'markets'}, {from} to {to} (UTC), {framework} on {venue}
        </span>
      )}
    </div>
  );
}

function reasonsOf(faults: Faults, wrong: string | undefined): string[] {
  return [...Object.values(faults), ...(wrong === undefined ? [] : [`The JSON of the settings: ${wrong}`])];
}

function SampleChoice({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <SelectField
      label="Start from"
      value=""
      options={[
        { value: '', label: isEmpty ? 'Choose a sample' : 'The code below' },
        ...SAMPLES.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={(id) => (id === '' ? undefined : navigate(`/app/backtests/new?sample=${id}`))}
    />
  );
}

/** Creates a backtest once per request: pressed twice, or again after an answer was lost, it is the same one. */
function useCreation(draftId: string, settings: Settings, code: string) {
  const creation = useMutation(CreateDocument);
  const [last, setLast] = useState<{ readonly request: string; readonly key: string }>();
  const request = `${JSON.stringify(settings)}\n${code}`;
  const send = async () => {
    const key = last?.request === request ? last.key : uuid();
    setLast({ request, key });
    const { data } = await creation.send({ input: inputOf(settings, code, key) });
    const id = data?.createBacktest?.backtest.id;
    if (id === undefined) return;
    dropDraft(draftId);
    navigate(`/app/backtests/${id}`);
  };
  // Why another request was refused is no news of this one.
  const problem = last?.request === request ? creation.problem : undefined;
  return { send, isSending: creation.isSending, problem };
}
