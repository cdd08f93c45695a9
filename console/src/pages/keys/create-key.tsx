import { useId, useState } from 'preact/hooks';
import { useMutation } from '../../graph/use-query.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Dialog } from '../../parts/dialog.js';
import { CheckField, Form, TextField } from '../../parts/field.js';
import { Notice, ProblemMessage } from '../../parts/problem.js';
import { type ApiKeyPermission, CreateKeyDocument } from './generated/documents.js';
import { mandateOf, NO_LIMITS } from './mandate.js';
import { MandateFields } from './mandate-fields.js';

interface Choice {
  readonly value: ApiKeyPermission;
  readonly label: string;
  readonly can: readonly string[];
  readonly cannot: string;
}

/** What a key may do, by the access tables of the services. The graph's `all` is what `trade` is, so that it is not offered. */
const PERMISSIONS: readonly Choice[] = [
  {
    value: 'read',
    label: 'Read',
    can: [
      'see balances, results, bots, their logs and the code of your strategies',
      'move money from your wallet to your own account at a venue',
    ],
    cannot: 'trade, run backtests or bots, withdraw, or manage keys',
  },
  {
    value: 'trade',
    label: 'Trade',
    can: [
      'do all that Read can',
      'send orders, run backtests, and create, start, stop and delete bots',
      'ask for a withdrawal: it pays your login wallet, or nobody without the code that is mailed to you or your login wallet’s signature',
    ],
    cannot: 'create, rename or revoke keys',
  },
];

/** Mints a key, and shows its secret: here, and never again. */
export function CreateKey(props: { readonly onClose: () => void; readonly onCreated: () => void }) {
  const [secret, setSecret] = useState<string>();
  const [isKept, setKept] = useState(false);
  const created = (found: string) => {
    setSecret(found);
    props.onCreated();
  };
  return (
    <Dialog
      title={secret === undefined ? 'Create a key' : 'Your new key'}
      isHeld={secret !== undefined && !isKept}
      onClose={props.onClose}
    >
      {secret === undefined ? (
        <KeyForm onCreated={created} />
      ) : (
        <Secret secret={secret} isKept={isKept} onKept={setKept} onDone={props.onClose} />
      )}
    </Dialog>
  );
}

function KeyForm({ onCreated }: { readonly onCreated: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [permission, setPermission] = useState<ApiKeyPermission>('read');
  const [limits, setLimits] = useState(NO_LIMITS);
  const change = useMutation(CreateKeyDocument);
  const create = async () => {
    const mandate = permission === 'read' ? undefined : mandateOf(limits);
    const input = { name: name.trim(), permissions: [permission], ...(mandate === undefined ? {} : { mandate }) };
    const { data } = await change.send({ input });
    const created = data?.createApiKey?.apiKey;
    if (created !== undefined) onCreated(created);
  };
  return (
    <Form onSubmit={() => void create()}>
      <TextField
        label="Name"
        lengthMax={100}
        value={name}
        onChange={setName}
        placeholder="api-key"
        hint="What the program is that will use it."
      />
      <fieldset>
        <legend>What it may do</legend>
        {PERMISSIONS.map((choice) => (
          <PermissionChoice
            key={choice.value}
            choice={choice}
            isChosen={permission === choice.value}
            onChoose={setPermission}
          />
        ))}
      </fieldset>
      {permission === 'read' ? null : <MandateFields limits={limits} onChange={setLimits} />}
      <ProblemMessage problem={change.problem} />
      <button type="submit" class="primary" disabled={change.isSending}>
        {change.isSending ? 'Creating…' : 'Create the key'}
      </button>
    </Form>
  );
}

function PermissionChoice(props: {
  readonly choice: Choice;
  readonly isChosen: boolean;
  readonly onChoose: (value: ApiKeyPermission) => void;
}) {
  const { value, label, can, cannot } = props.choice;
  const id = useId();
  return (
    <>
      <label class="check">
        <input
          type="radio"
          name="permission"
          checked={props.isChosen}
          aria-describedby={id}
          onChange={() => props.onChoose(value)}
        />{' '}
        {label}
      </label>
      <ul class="fine" id={id}>
        {can.map((text) => (
          <li key={text}>It can {text}.</li>
        ))}
        <li>
          It can <b>not</b> {cannot}.
        </li>
      </ul>
    </>
  );
}

function Secret(props: {
  readonly secret: string;
  readonly isKept: boolean;
  readonly onKept: (isKept: boolean) => void;
  readonly onDone: () => void;
}) {
  const { secret, isKept } = props;
  return (
    <>
      <Notice tone="warn">This is shown once. Keep it now: the platform stores no copy that anybody could read.</Notice>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p>
        <CopyButton text={secret} what="the key" />
      </p>
      <CheckField label="I have kept it" isChecked={isKept} onChange={props.onKept} />
      <div class="buttons">
        <button type="button" class="primary" disabled={!isKept} onClick={props.onDone}>
          Done
        </button>
      </div>
    </>
  );
}
