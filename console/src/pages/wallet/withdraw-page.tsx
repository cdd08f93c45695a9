import type { PageProps } from '../../app/routing.js';
import { useQuery } from '../../graph/use-query.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Loaded, Notice } from '../../parts/problem.js';
import { useChanges } from '../../streams/watch.js';
import { WithdrawalPolicyDocument, WithdrawalTermsDocument } from './generated/documents.js';
import { WalletPages } from './pages.js';
import { PlainWithdrawal } from './withdraw/plain-withdrawal.js';
import { areProofsOff } from './withdraw/possible.js';
import { Withdraw } from './withdraw/withdraw.js';
import { Withdrawals } from './withdraw/withdrawals.js';

/** Money that leaves: the form with the account's proof, and what became of earlier ones. */
export default function WithdrawPage({ query }: PageProps) {
  const policy = useQuery(WithdrawalPolicyDocument, {});
  const terms = useQuery(WithdrawalTermsDocument, {});
  useChanges({ kind: 'wallet' }, terms.again);
  const isOff = areProofsOff(policy.problem);
  return (
    <>
      <Heading title="Withdraw" />
      <WalletPages current="/app/wallet/withdraw" />
      <Loaded answer={isOff ? { ...policy, problem: undefined } : policy}>
        {({ account, wallet }) => {
          if (isOff) return <PlainWithdrawal hasLoginWallet={account?.loginType === 'wallet'} />;
          const found = wallet?.withdrawalPolicy ?? undefined;
          if (found === undefined) return <Notice tone="warn">How withdrawals are proved can not be read now.</Notice>;
          return (
            <Withdraw
              policy={found}
              sources={terms.data?.wallet?.withdrawalSources ?? undefined}
              from={query.get('from') ?? undefined}
            />
          );
        }}
      </Loaded>
      <Loaded answer={terms}>
        {({ wallet }) =>
          wallet === null ? (
            <Section title="Withdrawals">
              <Empty>The withdrawals can not be read now.</Empty>
            </Section>
          ) : (
            <Withdrawals withdrawals={wallet.withdrawals} />
          )
        }
      </Loaded>
    </>
  );
}
