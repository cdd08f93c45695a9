import { Figure, Figures } from '../../parts/figure.js';
import { words } from '../../parts/format.js';
import { Section } from '../../parts/heading.js';
import { Money } from '../../parts/money.js';
import { Notice } from '../../parts/problem.js';
import { byVenue } from '../../parts/venues.js';
import type { WalletQuery } from './generated/documents.js';
import { networkName } from './names.js';

/** What the wallet holds, per network and venue; what can't be read is never zero. */
export function Holdings({ wallet }: { readonly wallet: NonNullable<WalletQuery['wallet']> }) {
  const { balance, venues } = wallet;
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
            formula="What the wallet holds on all networks together: free to be moved to a venue or withdrawn."
          >
            <Money amount={balance.heldUsd} />
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
          <Figure label="Total known" formula="Held, and the equity at each venue where the wallet has an account.">
            <Money amount={balance.totalUsd} />
          </Figure>
        </Figures>
      )}
      <ul class="fine">
        {(balance?.networks ?? []).map(({ network, asset, balanceUsd }) => (
          <li key={network}>
            {networkName(network)}: <Money amount={balanceUsd} /> in {asset}
          </li>
        ))}
      </ul>
      {unknown.length === 0 ? null : (
        <p class="fine">Not known now: what is at {unknown.map(([venue]) => words(venue)).join(', ')}.</p>
      )}
    </Section>
  );
}
