import { useState } from 'preact/hooks';
import { type Change, useMutation } from '../../graph/use-query.js';
import { Confirm } from '../../parts/dialog.js';
import { HaltDocument, type HaltMode, type HaltMutation, type HaltMutationVariables } from './generated/documents.js';

const MODES: readonly { readonly mode: HaltMode; readonly label: string }[] = [
  { mode: 'block_entries', label: 'Open nothing more: each goes on looking after what it holds' },
  { mode: 'stop', label: 'Stop all: what they hold stays open, and nobody looks after it' },
];

/** Halts every deployment of the account. Positions stay open, whichever way is chosen. */
export function KillSwitch({ running }: { readonly running: number }) {
  const [isOpen, setOpen] = useState(false);
  const halt = useMutation(HaltDocument);
  return (
    <>
      <button type="button" class="danger" onClick={() => setOpen(true)}>
        Halt all bots
      </button>
      {isOpen ? <Halt halt={halt} running={running} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Halt(props: {
  readonly halt: Change<HaltMutation, HaltMutationVariables>;
  readonly running: number;
  readonly onClose: () => void;
}) {
  const [mode, setMode] = useState<HaltMode>('block_entries');
  return (
    <Confirm
      title="Halt all bots"
      action="Halt now"
      tone="danger"
      onClose={props.onClose}
      onConfirm={async () => (await props.halt.send({ input: { mode } })).problem}
    >
      <p>
        {props.running === 0 ? 'Nothing runs now.' : `${props.running} running, paper and live.`} It works while venues
        are down. Nothing is sold: what the bots hold stays open.
      </p>
      <fieldset>
        <legend>What they do</legend>
        {MODES.map(({ mode: each, label }) => (
          <label key={each} class="check">
            <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} /> {label}
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}
