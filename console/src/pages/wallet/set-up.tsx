import { useState } from 'preact/hooks';
import { useMutation } from '../../graph/use-query.js';
import { Confirm } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { usd } from '../../parts/format.js';
import { Money } from '../../parts/money.js';
import { SetUpVenueDocument } from './generated/documents.js';

/** Asks how much to move to a venue. One dialog is one setup, however often its button is pressed. */
export function SetUp(props: {
  readonly venue: string;
  readonly minimumUsd: string;
  readonly heldUsd: string | undefined;
  readonly onClose: () => void;
}) {
  const [amountUsd, setAmount] = useState(props.minimumUsd);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const change = useMutation(SetUpVenueDocument);
  return (
    <Confirm
      title={`Move money to ${props.venue}`}
      action="Move it"
      onClose={props.onClose}
      onConfirm={async () => {
        const input = { venue: props.venue, amountUsd: amountUsd.trim(), idempotencyKey };
        return (await change.send({ input })).problem;
      }}
    >
      <p>
        Held in the wallet: <Money amount={props.heldUsd} />. The money is reserved at once and arrives within minutes;
        the wallet page shows each step.
      </p>
      <TextField
        label="Amount, USD"
        inputMode="decimal"
        isRequired
        value={amountUsd}
        onChange={setAmount}
        hint={`At least ${usd(props.minimumUsd)}.`}
      />
    </Confirm>
  );
}
