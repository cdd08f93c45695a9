import { Badge } from '../../parts/badge.js';
import { Copyable } from '../../parts/copy-button.js';
import { Section } from '../../parts/heading.js';
import type { WalletQuery } from './generated/documents.js';

/** Whose addresses are whose: money goes to managed wallets alone. */
export function Addresses(props: {
  readonly wallet: NonNullable<WalletQuery['wallet']>;
  readonly accounts: WalletQuery['tradingAccounts'];
}) {
  const others = (props.accounts ?? []).filter(({ walletAddress }) => walletAddress !== props.wallet.address);
  return (
    <Section title="Which address is which">
      <dl class="terms">
        <dt>
          Managed wallet <Badge tone="good">holds money</Badge>
        </dt>
        <dd>
          <Copyable text={props.wallet.address} what="the address of the managed wallet" />
        </dd>
        {others.map(({ id, label, walletAddress, accountIndex }) => (
          <AnotherWallet key={id} label={label} index={accountIndex} address={walletAddress} />
        ))}
        <dt>
          Agents of bots <Badge tone="bad">never pay in</Badge>
        </dt>
        <dd class="agents">
          A live bot at Hyperliquid trades with a key of its own, its agent. The venue shows that key's address too. An
          agent holds nothing and can not withdraw: what is sent to its address is lost, so it is not shown here.
        </dd>
      </dl>
    </Section>
  );
}

function AnotherWallet(props: { readonly label: string; readonly index: number; readonly address: string }) {
  return (
    <>
      <dt>
        Managed wallet {props.index} <Badge tone="good">holds money</Badge>
      </dt>
      <dd>
        {props.label} <Copyable text={props.address} what={`the address of wallet ${props.index}`} />
      </dd>
    </>
  );
}
