import { Figure, Figures } from '../../parts/figure.js';
import { Empty, Section } from '../../parts/heading.js';
import { Money } from '../../parts/money.js';
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
  const { balance, venues } = wallet;
  const unknown = byVenue(venues).filter(([, { balanceUsd }]) => balanceUsd === null);
  return (
    <>
      <Figures>
        <Figure label="Held" note="in the wallet, free to use">
          <Money amount={balance?.heldUsd} />
        </Figure>
        {(balance?.allocated ?? []).map(({ venue, balanceUsd }) => (
          <Figure key={venue} label={`At ${venue}`}>
            <Money amount={balanceUsd} />
          </Figure>
        ))}
        <Figure label="Total known">
          <Money amount={balance?.totalUsd} />
        </Figure>
      </Figures>
      {unknown.length === 0 ? null : (
        <p class="fine">Not known now: what is at {unknown.map(([venue]) => venue).join(', ')}.</p>
      )}
      <OnTheWay wallet={wallet} />
    </>
  );
}

function OnTheWay({ wallet: { deposits, withdrawals, venues } }: { readonly wallet: NonNullable<Wallet> }) {
  const lines = [
    ...deposits.nodes.map(({ id, amountUsd }) => ({ id, text: 'Deposit, waiting to be final', amountUsd })),
    ...withdrawals.nodes
      .filter(({ status }) => status === 'processing' || status === 'broadcast')
      .map(({ id, amountUsd }) => ({ id, text: 'Withdrawal', amountUsd })),
    ...byVenue(venues).flatMap(([venue, { operation }]) =>
      operation?.status === 'processing'
        ? [{ id: operation.id, text: `Setup of ${venue}, step: ${operation.step}`, amountUsd: undefined }]
        : [],
    ),
  ];
  if (lines.length === 0) return <p class="fine">Nothing is on its way.</p>;
  return (
    <>
      <h3>On the way</h3>
      <ul>
        {lines.map(({ id, text, amountUsd }) => (
          <li key={id}>
            {text}
            {amountUsd === undefined ? null : (
              <>
                : <Money amount={amountUsd} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
