import { useState } from 'preact/hooks';
import { v4 as uuid } from 'uuid';
import { useMutation } from '../../graph/use-query.js';
import { Confirm } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { usd } from '../../parts/format.js';
import { Money } from '../../parts/money.js';
import { Notice } from '../../parts/problem.js';
import type { Free } from './free.js';
import { SetUpVenueDocument } from './generated/documents.js';
import { firstAmount, setUpFault, shortageOf } from './set-up-amount.js';

/** Asks how much to move to a venue. One dialog is one setup, however often its button is pressed. */
export function SetUp(props: {
  readonly venue: string;
  readonly minimumUsd: string;
  readonly free: Free;
  readonly waiting: number;
  readonly onClose: () => void;
}) {
  const { free, waiting } = props;
  const [entered, setEntered] = useState<string>();
  const amountUsd = entered ?? firstAmount(props.minimumUsd, free.usd);
  const [idempotencyKey] = useState(() => uuid());
  const change = useMutation(SetUpVenueDocument);
  const fault = setUpFault(amountUsd.trim(), { minimumUsd: props.minimumUsd, freeUsd: free.usd });
  return (
    <Confirm
      title={`Move money to ${props.venue}`}
      action="Move it"
      isReady={fault === undefined}
      onClose={props.onClose}
      onConfirm={async () => {
        const input = { venue: props.venue, amountUsd: amountUsd.trim(), idempotencyKey };
        return (await change.send({ input })).problem;
      }}
    >
      <p>
        Free to move now: <Money amount={free.usd} unknown={free.unknown} />. The money is reserved at once and arrives
        within minutes; the wallet page shows each step.
      </p>
      {waiting === 0 ? null : (
        <Notice tone="warn">
          {usd(waiting)} USD have arrived and can not be moved yet: the network may still drop them. The list of
          deposits shows when they are confirmed.
        </Notice>
      )}
      <TextField
        label="Amount, USD"
        inputMode="decimal"
        isRequired
        value={amountUsd}
        onChange={setEntered}
        error={amountUsd.trim() === '' ? shortageOf(props.minimumUsd, free.usd) : fault}
        hint={`At least ${usd(props.minimumUsd)}. The platform pays the network's fees; Lighter and Polymarket's bridge may keep a fee of their own.`}
      />
    </Confirm>
  );
}
