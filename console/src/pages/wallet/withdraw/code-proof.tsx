import { useState } from 'preact/hooks';
import { useMutation } from '../../../graph/use-query.js';
import { Form, TextField } from '../../../parts/field.js';
import { instant } from '../../../parts/format.js';
import { Notice, ProblemMessage } from '../../../parts/problem.js';
import {
  type PolicyFragment,
  SendWithdrawalCodeDocument,
  type SendWithdrawalCodeMutation,
} from '../generated/documents.js';
import { type ProofProps, termsOf, useAccept } from './use-accept.js';

type Sent = NonNullable<SendWithdrawalCodeMutation['sendWithdrawalCode']>;

/** Proves a withdrawal by a code that is sent to the account's address. */
export function CodeProof(props: ProofProps & { readonly policy: PolicyFragment }) {
  const { intent, policy, onBack } = props;
  const [sent, setSent] = useState<Sent>();
  const [code, setCode] = useState('');
  const message = useMutation(SendWithdrawalCodeDocument);
  const { accept, isSending, problem } = useAccept(props);
  const sendCode = async () => {
    const input = { ...termsOf(intent), destinationWallet: intent.destinationWallet };
    const { data } = await message.send({ input });
    setSent(data?.sendWithdrawalCode ?? sent);
  };
  if (sent === undefined)
    return (
      <>
        <ProblemMessage problem={message.problem} />
        <p>A code for exactly this withdrawal goes to {policy.maskedEmail ?? 'your address'}.</p>
        <div class="buttons">
          <button type="button" class="primary" disabled={message.isSending} onClick={() => void sendCode()}>
            Send the code
          </button>
          <button type="button" onClick={onBack}>
            Change it
          </button>
        </div>
      </>
    );
  return (
    <Form onSubmit={() => void accept({ type: 'email_otp', challengeId: sent.challengeId, code: code.trim() })}>
      <Notice tone="good">
        A code is on its way to {sent.maskedEmail}. It is valid until {instant(sent.expiresAt)} UTC, for this withdrawal
        alone.
      </Notice>
      <ProblemMessage problem={problem ?? message.problem} />
      <TextField
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        lengthMax={6}
        pattern="\d{6}"
        value={code}
        onChange={setCode}
      />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isSending}>
          {isSending ? 'Sending…' : 'Withdraw'}
        </button>
        <button type="button" disabled={message.isSending} onClick={() => void sendCode()}>
          Send another code
        </button>
        <button type="button" onClick={onBack}>
          Change it
        </button>
      </div>
    </Form>
  );
}
