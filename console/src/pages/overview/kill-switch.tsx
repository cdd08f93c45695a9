import { useState } from 'preact/hooks';
import { type Change, useMutation } from '../../graph/use-query.js';
import { Confirm } from '../../parts/dialog.js';
import { HaltDocument, type HaltMode, type HaltMutation, type HaltMutationVariables } from './generated/documents.js';

interface Way {
  readonly mode: HaltMode;
  readonly label: string;
  readonly action: string;
}

const BLOCK: Way = {
  mode: 'block_entries',
  label: 'Block their entries: each opens nothing more, and goes on looking after what it holds',
  action: 'Block all entries',
};
const STOP: Way = {
  mode: 'stop',
  label: 'Stop them: what they hold stays open, and nobody looks after it',
  action: 'Stop all bots',
};

/** Halts every deployment of the account. Positions stay open, whichever way is chosen. `running` is undefined while nobody knows. */
export function KillSwitch({ running }: { readonly running: number | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const halt = useMutation(HaltDocument);
  return (
    <>
      {running === 0 ? <span class="fine">No bot runs.</span> : null}
      <button type="button" class="danger" disabled={running === 0} onClick={() => setOpen(true)}>
        Halt all bots
      </button>
      {isOpen ? <Halt halt={halt} running={running} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Halt(props: {
  readonly halt: Change<HaltMutation, HaltMutationVariables>;
  readonly running: number | undefined;
  readonly onClose: () => void;
}) {
  const [way, setWay] = useState(BLOCK);
  return (
    <Confirm
      title="Halt all bots"
      action={way.action}
      tone="danger"
      onClose={props.onClose}
      onConfirm={async () => (await props.halt.send({ input: { mode: way.mode } })).problem}
    >
      <p>
        {props.running === undefined ? 'How many run is not known now.' : `${props.running} running, paper and live.`}{' '}
        It works while venues are down. Nothing is sold: what the bots hold stays open.
      </p>
      <fieldset>
        <legend>What they do</legend>
        {[BLOCK, STOP].map((each) => (
          <label key={each.mode} class="check">
            <input type="radio" name="mode" checked={way === each} onChange={() => setWay(each)} /> {each.label}
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}
