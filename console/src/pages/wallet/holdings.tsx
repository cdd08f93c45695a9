import { Figure, Figures } from '../../parts/figure.js';
import { usd, words } from '../../parts/format.js';
import { Section } from '../../parts/heading.js';
import { Money } from '../../parts/money.js';
import { waitingUsd } from '../../parts/moving/movements.js';
import { OnTheWay } from '../../parts/moving/on-the-way.js';
import { Notice } from '../../parts/problem.js';
import { byVenue } from '../../parts/venues.js';
import type { Free } from './free.js';
import type { WalletQuery } from './generated/documents.js';
import { networkName } from './names.js';

/** What the wallet holds, per network and venue; what can't be read is never zero. */
export function Holdings(props: { readonly wallet: NonNullable<WalletQuery['wallet']>; readonly free: Free }) {
  const { free } = props;
  const { balance, venues, waiting, withdrawals } = props.wallet;
  const waitingNow = waitingUsd(waiting.nodes);
  const unknown = byVenue(venues).filter(
    ([, { balanceUsd, readiness }]) => balanceUsd === null && readiness.accountExists !== false,
  );
  return (
    <Section title="Balances">
      {balance === null ? (
        <Notice tone="warn">The balances can not be read now. This says nothing about what is there.</Notice>
      ) : (
        <Figures>
          <Figure
            label="Held in the wallet"
            note={waitingNow === 0 ? undefined : `of it ${usd(waitingNow)} not final yet`}
            formula="What lies at the wallet's address on all networks, by their newest blocks: deposits count as soon as they are seen."
          >
            <Money amount={balance.heldUsd} />
          </Figure>
          <Figure
            label="Free to move now"
            note={free.obstacle ?? 'on Arbitrum One'}
            formula="What is final on Arbitrum One, less what setups and withdrawals have reserved. Venues and withdrawals are paid from it."
          >
            <Money amount={free.usd} unknown={free.unknown} />
          </Figure>
          {balance.allocated.map(({ venue, balanceUsd, deployment }) => (
            <Figure
              key={venue}
              label={`At ${venue}`}
              note={
                deployment === null ? undefined : (
                  <a href={`/app/deployments/${deployment}`}>a live bot trades with it</a>
                )
              }
            >
              <Money amount={balanceUsd} />
            </Figure>
          ))}
          <Figure
            label="Total, as far as known"
            formula="Held, and the equity at each venue where the wallet has an account. What is not known is not in it."
          >
            <Money amount={balance.totalUsd} />
          </Figure>
        </Figures>
      )}
      <ul class="fine">
        {(balance?.networks ?? []).map(({ network, asset, balanceUsd }) => (
          <li key={network}>
            {networkName(network)}: <Money amount={balanceUsd} /> in {asset}
            {network === 'arbitrum' ? '' : ', moved there by the platform for its venues: send nothing there'}
          </li>
        ))}
      </ul>
      {unknown.length === 0 ? null : (
        <Notice tone="warn">
          Not known now, and in no figure: what is at {unknown.map(([venue]) => words(venue)).join(', ')}.
        </Notice>
      )}
      <OnTheWay movements={{ deposits: waiting.nodes, withdrawals: withdrawals.nodes, venues }} />
    </Section>
  );
}
