import { useMemo, useState } from 'preact/hooks';
import { v4 as uuid } from 'uuid';
import { navigate } from '../../../app/location.js';
import type { Problem } from '../../../graph/problem.js';
import { useMutation } from '../../../graph/use-query.js';
import { Editor } from '../../../parts/editor/editor.js';
import { CheckField, Form, SelectField, TextField } from '../../../parts/field.js';
import { Section } from '../../../parts/heading.js';
import { Notice, ProblemMessage } from '../../../parts/problem.js';
import { EXPIRY_OPTIONS } from '../expiry.js';
import { type ChoicesQuery, CreateDocument, StartDocument } from '../generated/documents.js';
import { ConfigFields } from './config-fields.js';
import type { Draft } from './draft.js';
import { type Entered, lackOf, liveObstacle, modesOf, requestOf } from './request.js';

const NAME_MAX = 100;
const MODES = ['paper', 'live'] as const;
const MODE_LABELS = { paper: 'Paper: simulated money', live: 'Live: real money' } as const;

/** What a deployment is made of; what the platform finds wrong with it is marked at its line. */
export function CreationForm({
  draft,
  choices,
}: {
  readonly draft: Draft;
  readonly choices: ChoicesQuery | undefined;
}) {
  const [entered, setEntered] = useState<Entered>({
    ...draft,
    ...{ mode: 'paper', aliveUntil: '', onExpiry: 'stop' },
  });
  const [isStarted, setStarted] = useState(true);
  const [isSure, setSure] = useState(false);
  const isLive = entered.mode === 'live';
  // The capital of a live one has to arrive first.
  const isStartedNow = isStarted && !isLive;
  const { problem, isCurrent, isSending, send } = useCreation(entered, isStartedNow);
  const change = (part: Partial<Entered>) => setEntered((old) => ({ ...old, ...part }));
  const findings = useMemo(() => findingsOf(problem), [problem]);
  const lack = lackOf(entered, isSure);
  return (
    <Form class="creation" onSubmit={() => void send()}>
      <Section title="What runs, where, and with which money">
        <Where entered={entered} choices={choices} onChange={change} />
        {isLive ? <LiveNotice isSure={isSure} onSure={setSure} /> : null}
      </Section>
      <Section title="Strategy">
        <Editor
          label="The strategy file"
          language="python"
          value={entered.code}
          onChange={(code) => change({ code })}
          findings={findings}
        />
      </Section>
      <Section title="Config">
        <ConfigFields
          venue={entered.venue}
          framework={entered.framework}
          isLive={isLive}
          config={entered.config}
          onChange={(text) => change({ config: text })}
        />
      </Section>
      <Section title="When it ends">
        <End entered={entered} onChange={change} />
        {isLive ? null : <CheckField label="Start it at once" isChecked={isStarted} onChange={setStarted} />}
        <ProblemMessage problem={isCurrent ? problem : undefined} />
        <div class="buttons">
          <button type="submit" class="primary" disabled={isSending || lack !== undefined}>
            {isSending ? 'Checking the strategy…' : labelOf(isLive, isStartedNow)}
          </button>
          <a class="button" href="/app/deployments">
            Cancel
          </a>
          {lack === undefined ? null : <span class="fine">{lack}</span>}
        </div>
      </Section>
    </Form>
  );
}

function labelOf(isLive: boolean, isStarted: boolean): string {
  if (isLive) return 'Create, and move its capital';
  return isStarted ? 'Create and start' : 'Create';
}

/** Creates the deployment, starts it where that is wanted, and shows its page. */
function useCreation(entered: Entered, isStarted: boolean) {
  // One key for what the form holds: sending it twice makes one deployment.
  const key = useMemo(() => uuid(), [entered]);
  const creation = useMutation(CreateDocument);
  const start = useMutation(StartDocument);
  const [sent, setSent] = useState<Entered>();
  const send = async () => {
    setSent(entered);
    const { data } = await creation.send({ input: requestOf(entered, key) });
    const id = data?.createDeployment?.deployment.id;
    if (id === undefined) return;
    // Where it can not start its page says why.
    if (isStarted) await start.send({ input: { id } });
    navigate(`/app/deployments/${encodeURIComponent(id)}`);
  };
  // Of what was changed since, the marks in the editor alone still tell.
  return {
    send,
    isCurrent: sent === entered,
    problem: creation.problem,
    isSending: creation.isSending || start.isSending,
  };
}

interface PartProps {
  readonly entered: Entered;
  readonly onChange: (part: Partial<Entered>) => void;
}

function Where({ entered, choices, onChange }: PartProps & { readonly choices: ChoicesQuery | undefined }) {
  const { name, framework, venue, mode } = entered;
  const venues = (choices?.venues ?? []).filter((each) => each.capabilities.paper || each.capabilities.live);
  const frameworks = (choices?.frameworks ?? []).filter(({ isDefault }) => isDefault);
  const installed = frameworks.find((each) => each.name === framework);
  const chosen = venues.find(({ id }) => id === venue);
  const modes = modesOf(chosen, framework);
  const obstacle = liveObstacle(chosen, framework);
  return (
    <>
      <div class="form-row">
        <TextField
          label="Name"
          value={name}
          isRequired
          lengthMax={NAME_MAX}
          onChange={(value) => onChange({ name: value })}
        />
        <SelectField
          label="Framework"
          value={framework}
          options={withCurrent(
            frameworks.map((each) => each.name),
            framework,
          )}
          onChange={(value) => onChange({ framework: value, mode: 'paper' })}
        />
        <SelectField
          label="Venue"
          value={venue}
          options={withCurrent(
            venues.filter(({ frameworks: all }) => all.includes(framework)).map(({ id }) => id),
            venue,
          )}
          onChange={(value) => onChange({ venue: value, mode: 'paper' })}
        />
        <SelectField
          label="Money"
          value={mode}
          options={MODES.map((each) => ({
            value: each,
            label: MODE_LABELS[each],
            isDisabled: !modes.includes(each),
          }))}
          {...(obstacle === undefined ? {} : { hint: obstacle })}
          onChange={(value) => onChange({ mode: value === 'live' ? 'live' : 'paper' })}
        />
      </div>
      {installed === undefined || installed.status === 'ready' ? null : (
        <Notice tone="plain">
          <p>
            {installed.name} is being installed{installed.progress === null ? '' : `: ${installed.progress}`}. Until
            then nothing can be created with it.
          </p>
        </Notice>
      )}
    </>
  );
}

function LiveNotice({ isSure, onSure }: { readonly isSure: boolean; readonly onSure: (isSure: boolean) => void }) {
  return (
    <Notice tone="warn">
      <p>
        A live deployment trades with your money. Creating it moves its capital from your wallet to the venue; once that
        has arrived you start it. It never uses more than its capital.
      </p>
      <CheckField label="I have run it on paper, and mean to use real money." isChecked={isSure} onChange={onSure} />
    </Notice>
  );
}

function End({ entered, onChange }: PartProps) {
  return (
    <div class="form-row">
      <TextField
        label="End, in UTC"
        hint="Empty: it has no end."
        type="datetime-local"
        value={entered.aliveUntil}
        onChange={(aliveUntil) => onChange({ aliveUntil })}
      />
      <SelectField
        label="What happens then"
        value={entered.onExpiry}
        options={EXPIRY_OPTIONS}
        onChange={(onExpiry) => onChange({ onExpiry })}
      />
    </div>
  );
}

/** Choices with the one that stands already: what the form begins with may be offered no more, or is not read yet. */
function withCurrent(names: readonly string[], current: string) {
  return [...new Set([...names, current])].map((name) => ({ value: name, label: name }));
}

function findingsOf(problem: Problem | undefined) {
  if (problem?.code !== 'strategy_invalid') return [];
  return problem.places.map(({ line, text }) => (line === undefined ? { text } : { line, text }));
}
