import { Figure, Figures } from '../../parts/figure.js';
import { usd } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Money } from '../../parts/money.js';
import { waitingUsd } from '../../parts/moving/movements.js';
import { OnTheWay } from '../../parts/moving/on-the-way.js';
import { byVenue } from '../../parts/venues.js';
import type { OverviewQuery } from './generated/documents.js';

type Wallet = OverviewQuery['wallet'];

/** What is known, what is not, and what is on its way: three things that never add up to one figure. */
export function Balances({ wallet }: { readonly wallet: Wallet }) {
  return (
    <Section title="Balances" actions={<a href="/app/wallet">Wallet</a>}>
      {wallet === null ? (
        <Empty>The wallet can not be read now. This says nothing about what is in it.</Empty>
      ) : (
        <Known wallet={wallet} />
      )}
    </Section>
  );
}

function Known({ wallet }: { readonly wallet: NonNullable<Wallet> }) {
  const { balance, venues, deposits, withdrawals } = wallet;
  const unknown = byVenue(venues).filter(
    ([, { balanceUsd, readiness }]) => balanceUsd === null && readiness.accountExists !== false,
  );
  const waiting = waitingUsd(deposits.nodes);
  return (
    <>
      <Figures>
        <Figure label="Held" note={waiting === 0 ? 'in the wallet' : `in the wallet, ${usd(waiting)} not final yet`}>
          <Money amount={balance?.heldUsd} />
        </Figure>
        {(balance?.allocated ?? []).map(({ venue, balanceUsd }) => (
          <Figure key={venue} label={`At ${venue}`}>
            <Money amount={balanceUsd} />
          </Figure>
        ))}
        <Figure label="Total, as far as known">
          <Money amount={balance?.totalUsd} />
        </Figure>
      </Figures>
      {unknown.length === 0 ? null : (
        <p class="fine">Not known now: what is at {unknown.map(([venue]) => venue).join(', ')}.</p>
      )}
      <OnTheWay movements={{ deposits: deposits.nodes, withdrawals: withdrawals.nodes, venues }} />
    </>
  );
}
