import { useEffect, useState } from 'preact/hooks';
import { v4 as uuid } from 'uuid';
import { nowMs } from '../../../app/clock.js';
import { CopyButton } from '../../../parts/copy-button.js';
import { Form, TextField } from '../../../parts/field.js';
import { instant } from '../../../parts/format.js';
import { Notice, ProblemMessage } from '../../../parts/problem.js';
import type { PolicyFragment } from '../generated/documents.js';
import { browserWallet, refusalOf, signTypedData } from './browser-wallet.js';
import { messageOf, type SignedMessage } from './intent.js';
import { typedDataOf } from './typed-data.js';
import { type ProofProps, useAccept } from './use-accept.js';

/** Proves a withdrawal by the signature of the login wallet: the browser's own, or any other by copy and paste. */
export function WalletProof(props: ProofProps & { readonly policy: PolicyFragment }) {
  const { intent, policy, onBack } = props;
  const [message] = useState(() => messageOf(intent, policy, uuid(), nowMs()));
  const [typedData, setTypedData] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { accept, isSending, problem } = useAccept(props);
  useEffect(() => {
    void typedDataOf(message).then((text) => {
      setTypedData(text);
      if (text === undefined) setFault('What is to be signed can not be read now. Go back and try again.');
    });
  }, [message]);
  const send = (signature: string) => accept(proofOf(message, signature));
  const wallet = browserWallet();
  const sign = async () => {
    if (wallet === undefined || typedData === undefined) return;
    setFault(undefined);
    try {
      await send(await signTypedData(wallet, intent.destinationWallet, typedData));
    } catch (error) {
      setFault(refusalOf(error));
    }
  };
  return (
    <>
      <p>
        Your login wallet signs exactly this withdrawal. The signature is valid until {instant(message.expiresAt)} UTC.
      </p>
      {fault === undefined ? null : <Notice tone="bad">{fault}</Notice>}
      <ProblemMessage problem={problem} />
      <div class="buttons">
        {wallet === undefined ? null : (
          <button
            type="button"
            class="primary"
            disabled={isSending || typedData === undefined}
            onClick={() => void sign()}
          >
            Sign with the browser's wallet
          </button>
        )}
        <button type="button" onClick={onBack}>
          Change it
        </button>
      </div>
      {typedData === undefined ? null : (
        <Elsewhere typedData={typedData} isOpen={wallet === undefined} isSending={isSending} onSigned={send} />
      )}
    </>
  );
}

function proofOf({ nonce, expiresAt }: SignedMessage, signature: string) {
  return { type: 'wallet_signature', signature, nonce, expiresAt } as const;
}

/** For wallets that are no extension of this browser. */
function Elsewhere(props: {
  readonly typedData: string;
  readonly isOpen: boolean;
  readonly isSending: boolean;
  readonly onSigned: (signature: string) => Promise<void>;
}) {
  const [signature, setSignature] = useState('');
  return (
    <details open={props.isOpen} class="elsewhere">
      <summary>Sign elsewhere and paste the signature</summary>
      <p>
        Sign this typed data (EIP-712, version 4) with your login wallet:{' '}
        <CopyButton text={props.typedData} what="the typed data" />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>
        <code>{JSON.stringify(JSON.parse(props.typedData).message, undefined, 2)}</code>
      </pre>
      <Form onSubmit={() => void props.onSigned(signature.trim())}>
        <TextField
          label="Signature"
          isRequired
          lengthMax={4_200}
          pattern="0x[0-9a-fA-F]+"
          placeholder="0x…"
          value={signature}
          onChange={setSignature}
        />
        <button type="submit" class="primary" disabled={props.isSending}>
          {props.isSending ? 'Sending…' : 'Withdraw'}
        </button>
      </Form>
    </details>
  );
}
