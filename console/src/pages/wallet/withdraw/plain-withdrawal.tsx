import { useState } from 'preact/hooks';
import { v4 as uuid } from 'uuid';
import { useMutation } from '../../../graph/use-query.js';
import { Form, TextField } from '../../../parts/field.js';
import { Section } from '../../../parts/heading.js';
import { Notice, ProblemMessage } from '../../../parts/problem.js';
import { CreateWithdrawalDocument } from '../generated/documents.js';
import { amountFault } from './intent.js';

/** Where the platform takes no proofs, money goes to login wallets alone, by an amount. */
export function PlainWithdrawal({ hasLoginWallet }: { readonly hasLoginWallet: boolean }) {
  return (
    <Section title="A withdrawal">
      <Notice tone="warn">
        This platform pays withdrawals to login wallets only, the wallet that an account signs in with. Its operator has
        not switched on withdrawals by e-mail code or to other addresses.
      </Notice>
      {hasLoginWallet ? (
        <AmountForm />
      ) : (
        <p>
          Your account signs in by e-mail and has no login wallet: nothing can be withdrawn until the operator does
          that.
        </p>
      )}
    </Section>
  );
}

function AmountForm() {
  const [amount, setAmount] = useState('');
  const [idempotencyKey, setKey] = useState(() => uuid());
  const [fault, setFault] = useState<string>();
  const [isAccepted, setAccepted] = useState(false);
  const change = useMutation(CreateWithdrawalDocument);
  const send = async () => {
    const found = amountFault(amount.trim(), undefined);
    setFault(found);
    if (found !== undefined) return;
    const { problem } = await change.send({ input: { amountUsd: amount.trim(), idempotencyKey } });
    setAccepted(problem === undefined);
    // Another press is another withdrawal only once this one is accepted.
    if (problem === undefined) setKey(uuid());
  };
  return (
    <Form onSubmit={() => void send()}>
      {isAccepted ? <Notice tone="good">It is accepted. The list below follows it.</Notice> : null}
      <ProblemMessage problem={change.problem} />
      <TextField
        label="Amount, USD"
        inputMode="decimal"
        isRequired
        value={amount}
        onChange={setAmount}
        error={fault}
        hint="From the wallet to your login wallet, as USDC on Arbitrum One."
      />
      <button type="submit" class="primary" disabled={change.isSending}>
        Withdraw
      </button>
    </Form>
  );
}
