import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from '../../app/location.js';
import type { PageProps } from '../../app/routing.js';
import type { Problem } from '../../graph/problem.js';
import { useMutation } from '../../graph/use-query.js';
import { Editor } from '../../parts/editor/editor.js';
import type { Finding } from '../../parts/editor/finding.js';
import { SelectField } from '../../parts/field.js';
import { Heading, Section } from '../../parts/heading.js';
import { ProblemMessage } from '../../parts/problem.js';
import { Progress } from '../../parts/progress.js';
import { type Draft, draftOf } from './editor/draft.js';
import { FindingList } from './editor/finding-list.js';
import { CreateDocument } from './editor/generated/documents.js';
import { inputOf } from './editor/request.js';
import { SAMPLES } from './editor/samples.js';
import { SettingsEditor } from './editor/settings-editor.js';
import { STRATEGY_INVALID, useCheck } from './editor/use-check.js';

const NO_FINDINGS: readonly Finding[] = [];

/** A new backtest: of a sample, of an earlier one that is run again, or of an empty file. */
export default function NewBacktestPage({ query }: PageProps) {
  const sample = query.get('sample') ?? undefined;
  const again = query.get('again') ?? undefined;
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let isWanted = true;
    void draftOf({ sample, again }).then((found) => {
      if (!isWanted) return;
      setDraft(found.draft);
      setProblem(found.problem);
    });
    return () => {
      isWanted = false;
    };
  }, [sample, again]);
  return (
    <>
      <Heading title={again === undefined ? 'New backtest' : 'Run again'} />
      <ProblemMessage problem={problem} />
      {draft === undefined ? (
        problem === undefined ? (
          <Progress label="preparing" />
        ) : null
      ) : (
        <Form key={draft.id} draft={draft} />
      )}
    </>
  );
}

function Form({ draft }: { readonly draft: Draft }) {
  const [code, setCode] = useState(draft.code);
  const [settings, setSettings] = useState(draft.settings);
  const [wrong, setWrong] = useState<string>();
  const { send, isSending, problem } = useCreation();
  const checked = useCheck(settings, code);
  const refused = problem?.code === STRATEGY_INVALID ? problem.places : NO_FINDINGS;
  const isReady = code.trim() !== '' && settings.symbols.length > 0 && settings.from !== '' && wrong === undefined;
  return (
    <>
      <ProblemMessage problem={problem} />
      <div class="buttons run">
        <button
          type="button"
          class="primary"
          disabled={!isReady || isSending}
          onClick={() => void send(JSON.stringify(settings), (key) => inputOf(settings, code, key))}
        >
          {isSending ? 'Checking the strategy…' : 'Run'}
        </button>
        <span class="fine">
          {settings.symbols.length} markets, {settings.from || '?'} to {settings.to || '?'}, {settings.framework} on{' '}
          {settings.venue}
        </span>
      </div>
      <div class="columns editor-columns">
        <Section title="Strategy" actions={<SampleChoice />}>
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
          <SettingsEditor settings={settings} onChange={setSettings} onWrong={setWrong} />
        </Section>
      </div>
    </>
  );
}

function SampleChoice() {
  return (
    <SelectField
      label="Begin with"
      value=""
      options={[{ value: '', label: 'What stands here' }, ...SAMPLES.map(({ id, label }) => ({ value: id, label }))]}
      onChange={(id) => (id === '' ? undefined : navigate(`/app/backtests/new?sample=${id}`))}
    />
  );
}

/** Creates a backtest once per request: pressed twice, or again after an answer was lost, it is the same one. */
function useCreation() {
  const creation = useMutation(CreateDocument);
  const last = useRef<{ readonly request: string; readonly key: string } | undefined>(undefined);
  const send = async (settings: string, input: (key: string) => ReturnType<typeof inputOf>) => {
    const request = `${settings}\n${input('').code}`;
    if (last.current?.request !== request) last.current = { request, key: crypto.randomUUID() };
    const { data } = await creation.send({ input: input(last.current.key) });
    const id = data?.createBacktest?.backtest.id;
    if (id !== undefined) navigate(`/app/backtests/${id}`);
  };
  return { send, isSending: creation.isSending, problem: creation.problem };
}
