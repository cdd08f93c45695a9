import { useState } from 'preact/hooks';
import { Section } from '../../../parts/heading.js';
import { Notice } from '../../../parts/problem.js';
import { Steps } from '../../../parts/progress.js';
import type { PaidFragment, PolicyFragment, SourceFragment } from '../generated/documents.js';
import { CodeProof } from './code-proof.js';
import type { Intent } from './intent.js';
import { Summary } from './summary.js';
import { TermsForm } from './terms-form.js';
import { WalletProof } from './wallet-proof.js';

const STEPS = ['Say what', 'Prove that it is you', 'Done'] as const;

/** A withdrawal from its terms over its proof to its acceptance. */
export function Withdraw(props: {
  readonly policy: PolicyFragment;
  readonly sources: readonly SourceFragment[] | undefined;
  /** The source that it begins with; undefined for the wallet. */
  readonly from: string | undefined;
}) {
  const { policy, sources } = props;
  const [intent, setIntent] = useState<Intent>();
  const [accepted, setAccepted] = useState<PaidFragment>();
  const begin = () => {
    setIntent(undefined);
    setAccepted(undefined);
  };
  const source = sources?.find((each) => each.source === intent?.source);
  const at = accepted !== undefined ? STEPS.length : intent === undefined ? 0 : 1;
  const Proof = policy.mode === 'email_otp' ? CodeProof : WalletProof;
  return (
    <Section title="A withdrawal">
      <Steps label="Steps of a withdrawal" steps={STEPS} current={at} />
      {accepted !== undefined ? (
        <>
          <Notice tone="good">It is accepted. The list below follows it until it is final on its chain.</Notice>
          <button type="button" onClick={begin}>
            Another withdrawal
          </button>
        </>
      ) : intent === undefined ? (
        <TermsForm policy={policy} sources={sources} from={props.from} onDone={setIntent} />
      ) : (
        <>
          <Summary intent={intent} feeUsd={source?.feeUsd} />
          <Proof key={intent.idempotencyKey} intent={intent} policy={policy} onAccepted={setAccepted} onBack={begin} />
        </>
      )}
    </Section>
  );
}
