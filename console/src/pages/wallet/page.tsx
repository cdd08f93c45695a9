import { useQuery } from '../../graph/use-query.js';
import { Empty, Heading } from '../../parts/heading.js';
import { waitingUsd } from '../../parts/moving/movements.js';
import { Loaded } from '../../parts/problem.js';
import { useChanges } from '../../streams/watch.js';
import { Addresses } from './addresses.js';
import { Deposit } from './deposit.js';
import { Deposits } from './deposits.js';
import { freeOf } from './free.js';
import { FreeDocument, WalletDocument, WithdrawalPolicyDocument } from './generated/documents.js';
import { Holdings } from './holdings.js';
import { WalletPages } from './pages.js';
import { Venues } from './venues.js';
import { areProofsOff, isStuck } from './withdraw/possible.js';

/** What the wallet holds, how money gets into it, and how it gets to venues. */
export default function WalletPage() {
  const answer = useQuery(WalletDocument, {});
  // By itself: it asks each venue, and nothing else waits for that.
  const sources = useQuery(FreeDocument, {});
  useChanges({ kind: 'wallet' }, () => {
    answer.again();
    sources.again();
  });
  const policy = useQuery(WithdrawalPolicyDocument, {});
  const free = freeOf(sources);
  return (
    <>
      <Heading title="Wallet" />
      <WalletPages current="/app/wallet" />
      <Loaded answer={answer}>
        {({ wallet, tradingAccounts }) =>
          wallet === null ? (
            <Empty>The wallet can not be read now. This says nothing about what is in it.</Empty>
          ) : (
            <>
              <div class="columns">
                <Holdings wallet={wallet} free={free} />
                <Deposit deposit={wallet.deposit} isStuck={isStuck(policy)} />
              </div>
              <Venues
                venues={wallet.venues}
                free={free}
                waiting={waitingUsd(wallet.waiting.nodes)}
                isOneWay={areProofsOff(policy.problem)}
              />
              <Deposits deposits={wallet.deposits} />
              <Addresses wallet={wallet} accounts={tradingAccounts} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
