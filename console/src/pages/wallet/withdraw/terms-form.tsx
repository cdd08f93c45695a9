import { useState } from 'preact/hooks';
import { v4 as uuid } from 'uuid';
import { Form, SelectField, TextField } from '../../../parts/field.js';
import { usd, words } from '../../../parts/format.js';
import type { PolicyFragment, SourceFragment } from '../generated/documents.js';
import { amountFault, destinationFault, type Intent } from './intent.js';

/** The source that the wallet itself is. */
const WALLET = 'arbitrum';

/** Asks what is to be withdrawn, from where and to where. */
export function TermsForm(props: {
  readonly policy: PolicyFragment;
  readonly sources: readonly SourceFragment[] | undefined;
  readonly from: string | undefined;
  readonly onDone: (intent: Intent) => void;
}) {
  const { policy, sources = [], onDone } = props;
  const [source, setSource] = useState(props.from ?? WALLET);
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const [isChecked, setChecked] = useState(false);
  const locked = policy.destinationMode === 'locked' ? policy.destinationWallet : null;
  const amountUsd = amount.trim();
  const destinationWallet = locked ?? address.trim();
  const chosen = sources.find((each) => each.source === source);
  const faults = [amountFault(amountUsd, chosen?.availableUsd), destinationFault(destinationWallet)] as const;
  const next = () => {
    setChecked(true);
    if (faults.some((fault) => fault !== undefined)) return;
    onDone({ source, amountUsd, destinationWallet, idempotencyKey: uuid() });
  };
  return (
    <Form onSubmit={next}>
      <SelectField
        label="From"
        value={source}
        onChange={setSource}
        options={optionsOf(sources)}
        hint={hintOf(chosen)}
      />
      <TextField
        label="Amount, USD"
        inputMode="decimal"
        isRequired
        value={amount}
        onChange={setAmount}
        error={isChecked ? faults[0] : undefined}
        hint={feeHint(chosen?.feeUsd)}
      />
      {locked === null ? (
        <TextField
          label="To: an address on Arbitrum One"
          isRequired
          placeholder="0x…"
          value={address}
          onChange={setAddress}
          error={isChecked ? faults[1] : undefined}
          hint="USDC arrives there on Arbitrum One (chain id 42161). An exchange's address for another network loses it."
        />
      ) : (
        <p>
          It goes to your login wallet, and nowhere else: <code>{locked}</code>
        </p>
      )}
      <button type="submit" class="primary">
        {policy.mode === 'email_otp' ? 'On to the code' : 'On to the signature'}
      </button>
    </Form>
  );
}

/** The wallet itself can be chosen before its balance is known. */
function optionsOf(sources: readonly SourceFragment[]) {
  const offered = sources.filter(({ status, source }) => status !== 'coming_soon' || source === WALLET);
  if (offered.length === 0) return [{ value: WALLET, label: 'The wallet' }];
  return offered.map(({ source, status, availableUsd }) => ({
    value: source,
    label: `${source === WALLET ? 'The wallet' : words(source)} · ${
      availableUsd === null ? 'not known now' : `${usd(availableUsd)} USD`
    }${status === 'available' ? '' : ` · ${words(status)}`}`,
  }));
}

function hintOf(chosen: SourceFragment | undefined): string | undefined {
  if (chosen === undefined || chosen.reason === null) return undefined;
  return `It can not be withdrawn from now: ${words(chosen.reason)}.`;
}

function feeHint(feeUsd: string | null | undefined): string | undefined {
  if (feeUsd === null || feeUsd === undefined) return undefined;
  return Number(feeUsd) === 0
    ? 'All of it arrives: there is no fee.'
    : `Of this ${usd(feeUsd)} USD are the fee; the rest arrives.`;
}
