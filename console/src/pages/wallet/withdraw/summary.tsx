import { usd } from '../../../parts/format.js';
import { networkName } from '../names.js';
import type { Intent } from './intent.js';

/** What is about to be proved, in full: nobody signs a shortened address. */
export function Summary(props: { readonly intent: Intent; readonly feeUsd: string | null | undefined }) {
  const { source, amountUsd, destinationWallet } = props.intent;
  return (
    <dl class="terms">
      <dt>Amount</dt>
      <dd>{usd(amountUsd)} USD</dd>
      <dt>Fee, inside of it</dt>
      <dd>{props.feeUsd === null || props.feeUsd === undefined ? 'not known now' : `${usd(props.feeUsd)} USD`}</dd>
      <dt>From</dt>
      <dd>{source === 'arbitrum' ? 'the wallet' : source}</dd>
      <dt>To</dt>
      <dd>
        <code>{destinationWallet}</code>
      </dd>
      <dt>Network</dt>
      <dd>{networkName('arbitrum')}</dd>
    </dl>
  );
}
