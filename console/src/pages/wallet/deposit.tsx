import { Copyable } from '../../parts/copy-button.js';
import { usd } from '../../parts/format.js';
import { Section } from '../../parts/heading.js';
import { Notice } from '../../parts/problem.js';
import { QrCode } from '../../parts/qr.js';
import type { WalletQuery } from './generated/documents.js';
import { assetName, networkName } from './names.js';

/** Where to send money: the network and the asset stand beside the address, because no other combination arrives. */
export function Deposit(props: {
  readonly deposit: NonNullable<WalletQuery['wallet']>['deposit'];
  /** Whether what is paid in can not be withdrawn again. */
  readonly isStuck: boolean;
}) {
  const { chain, asset, address, minUsd } = props.deposit;
  return (
    <Section title="Deposit">
      {props.isStuck ? (
        <Notice tone="bad">
          You can not withdraw now: this platform pays withdrawals to login wallets only, and your account signs in by
          e-mail. Ask its operator before you pay in.
        </Notice>
      ) : null}
      <div class="deposit">
        <QrCode text={address} what="the deposit address" />
        <div>
          <dl class="terms">
            <dt>Network</dt>
            <dd>{networkName(chain)}</dd>
            <dt>Asset</dt>
            <dd>{assetName(asset)}</dd>
            <dt>Best at least</dt>
            <dd>{usd(minUsd)} USD</dd>
            <dt>Address</dt>
            <dd>
              <Copyable text={address} what="the deposit address" />
            </dd>
          </dl>
        </div>
      </div>
      <Notice tone="warn">
        Send only {asset}, and only on {networkName(chain)}. Anything else, or the same asset on another network, may be
        lost. Less than {usd(minUsd)} USD is credited too, but may be too little to move to a venue.
      </Notice>
    </Section>
  );
}
