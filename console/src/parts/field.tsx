import type { ComponentChildren, JSX, TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';

interface About {
  readonly label: string;
  /** What to enter, in a few words. */
  readonly hint?: ComponentChildren;
  /** What is wrong with what was entered. */
  readonly error?: string | undefined;
}

/** Ties a control to its label, hint and error. */
function Field(props: About & { readonly id: string; readonly children: ComponentChildren }) {
  const { id, label, hint, error } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {props.children}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function described(id: string, { hint, error }: About): string | undefined {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return ids.length === 0 ? undefined : ids.join(' ');
}

type InputAttributes = Omit<JSX.IntrinsicElements['input'], 'type' | 'role' | 'list'>;

/** Each kind of input by itself: what an input may be beside depends on its type. */
const INPUTS = {
  text: (attributes: InputAttributes) => <input type="text" {...attributes} />,
  email: (attributes: InputAttributes) => <input type="email" {...attributes} />,
  password: (attributes: InputAttributes) => <input type="password" {...attributes} />,
  number: (attributes: InputAttributes) => <input type="number" step="any" {...attributes} />,
  search: (attributes: InputAttributes) => <input type="search" {...attributes} />,
  date: (attributes: InputAttributes) => <input type="date" {...attributes} />,
  'datetime-local': (attributes: InputAttributes) => <input type="datetime-local" {...attributes} />,
} as const;

/** One line of text. */
export function TextField(
  props: About & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly type?: keyof typeof INPUTS;
    readonly isRequired?: boolean;
    readonly autoComplete?: 'off' | 'email' | 'one-time-code' | 'current-password';
    readonly inputMode?: 'numeric' | 'decimal' | 'text';
    readonly placeholder?: string;
    readonly lengthMax?: number;
    readonly pattern?: string;
  },
) {
  const id = useId();
  const { type = 'text' } = props;
  const attributes = {
    id,
    value: props.value,
    required: props.isRequired ?? false,
    autoComplete: props.autoComplete ?? 'off',
    inputMode: props.inputMode ?? 'text',
    placeholder: props.placeholder ?? '',
    maxLength: props.lengthMax ?? 1_000,
    ...(props.pattern === undefined ? {} : { pattern: props.pattern }),
    'aria-invalid': props.error !== undefined,
    'aria-describedby': described(id, props),
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => props.onChange(currentTarget.value),
  } as const;
  return (
    <Field id={id} {...props}>
      {INPUTS[type](attributes)}
    </Field>
  );
}

/** A choice of one out of several. */
export function SelectField(
  props: About & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly options: readonly { readonly value: string; readonly label: string; readonly isDisabled?: boolean }[];
  },
) {
  const id = useId();
  return (
    <Field id={id} {...props}>
      <select
        id={id}
        value={props.value}
        aria-describedby={described(id, props)}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        {props.options.map(({ value, label, isDisabled = false }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Several lines of text. */
export function AreaField(
  props: About & { readonly value: string; readonly onChange: (value: string) => void; readonly rows?: number },
) {
  const id = useId();
  return (
    <Field id={id} {...props}>
      <textarea
        id={id}
        rows={props.rows ?? 6}
        value={props.value}
        spellcheck={false}
        aria-invalid={props.error !== undefined}
        aria-describedby={described(id, props)}
        onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
    </Field>
  );
}

/** Yes or no. */
export function CheckField(props: {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
      />{' '}
      {props.label}
    </label>
  );
}

/** A form that sends itself on Enter, and never to an address. */
export function Form(props: {
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}) {
  return (
    <form
      class={props.class ?? 'form'}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}
