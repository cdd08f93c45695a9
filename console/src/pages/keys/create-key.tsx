import { useState } from 'preact/hooks';
import { useMutation } from '../../graph/use-query.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Dialog } from '../../parts/dialog.js';
import { CheckField, Form, TextField } from '../../parts/field.js';
import { Notice, ProblemMessage } from '../../parts/problem.js';
import { type ApiKeyPermission, CreateKeyDocument } from './generated/documents.js';
import { mandateOf, NO_LIMITS } from './mandate.js';
import { MandateFields } from './mandate-fields.js';

const PERMISSIONS: readonly { readonly value: ApiKeyPermission; readonly label: string }[] = [
  { value: 'read', label: 'Read: see everything, and set up venues' },
  { value: 'trade', label: 'Trade: read, and every change but of keys' },
  { value: 'all', label: 'All that any key may do' },
];

/** Mints a key, and shows its secret: here, and never again. */
export function CreateKey(props: { readonly onClose: () => void; readonly onCreated: () => void }) {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <Secret secret={secret} onClose={props.onClose} />;
  return (
    <Dialog title="Create a key" onClose={props.onClose}>
      <KeyForm
        onCreated={(created) => {
          setSecret(created);
          props.onCreated();
        }}
      />
    </Dialog>
  );
}

function KeyForm({ onCreated }: { readonly onCreated: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [permission, setPermission] = useState<ApiKeyPermission>('trade');
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
        {PERMISSIONS.map(({ value, label }) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="permission"
              checked={permission === value}
              onChange={() => setPermission(value)}
            />{' '}
            {label}
          </label>
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

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  return (
    <Dialog title="Your new key" onClose={onClose}>
      <Notice tone="warn">This is shown once. Keep it now: the platform stores no copy that anybody could read.</Notice>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p>
        <CopyButton text={secret} what="the key" />
      </p>
      <CheckField label="I have kept it" isChecked={isKept} onChange={setKept} />
      <div class="buttons">
        <button type="button" class="primary" disabled={!isKept} onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
