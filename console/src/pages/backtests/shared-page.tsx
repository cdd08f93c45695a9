import { useEffect, useState } from 'preact/hooks';
import { useQuery } from '../../graph/use-query.js';
import { Badge } from '../../parts/badge.js';
import { count, day } from '../../parts/format.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Loaded, ProblemMessage } from '../../parts/problem.js';
import { Progress } from '../../parts/progress.js';
import { Table } from '../../parts/table/table.js';
import { Overview } from './result/overview.js';
import { TRADE_COLUMNS } from './result/trade-columns.js';
import { SharedDocument, type SharedQuery } from './shared/generated/documents.js';
import { digestOf, linkOf, type ResultLink } from './shared/link.js';
import { SHARED_TRADES_MAX, sharedTradesOf } from './shared/trades.js';
import { useAllTrades } from './trades/all-trades.js';

/** A result that somebody shared, for those who have no account: figures, curves and trades; no strategy. */
export default function SharedPage() {
  const [link] = useState(() => linkOf(location.hash));
  if (link === undefined)
    return (
      <>
        <Heading title="Shared result" />
        <Empty>The link is not complete: a part of it behind the # is missing.</Empty>
      </>
    );
  return <Shared link={link} />;
}

function Shared({ link }: { readonly link: ResultLink }) {
  const answer = useQuery(SharedDocument, { token: link.token });
  return (
    <>
      <Heading title="Shared result">
        <a class="button" href="/app">
          Try the platform
        </a>
      </Heading>
      <Loaded answer={answer}>
        {({ backtestResultFile: file }) =>
          file === null ? null : (
            <>
              <p>
                <b>{file.strategyName}</b>: {file.framework.name} on {file.venue}, {day(file.range.from)} to{' '}
                {day(file.range.to)} (UTC): {file.symbols.join(', ')}.{' '}
                <Verdict result={file.result} digest={link.digest} />
              </p>
              <Overview result={file.result} checks={null} />
              <Trades token={link.token} total={file.result.trades} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** The trades, as they come. */
function Trades({ token, total }: { readonly token: string; readonly total: number }) {
  const { trades, isComplete, problem } = useAllTrades(sharedTradesOf(token));
  const isCut = isComplete && total > SHARED_TRADES_MAX;
  return (
    <Section title={isCut ? `The first ${count(SHARED_TRADES_MAX)} of ${count(total)} trades` : 'Trades'}>
      <ProblemMessage problem={problem} />
      {isComplete || problem !== undefined ? null : (
        <Progress label={`reading ${total} trades`} value={total === 0 ? null : trades.length / total} />
      )}
      <Table
        caption="Trades"
        rows={trades}
        columns={TRADE_COLUMNS}
        rowKey={(_, index) => String(index)}
        empty={isComplete ? 'No trade was closed.' : undefined}
      />
    </Section>
  );
}

type File = NonNullable<SharedQuery['backtestResultFile']>;

/** Whether the result is still what it was when it was shared, by the digest in the link. */
function Verdict({ result, digest }: { readonly result: File['result']; readonly digest: string | undefined }) {
  const [found, setFound] = useState<string>();
  useEffect(() => {
    void digestOf(result).then(setFound);
  }, [result]);
  if (digest === undefined || found === undefined) return null;
  return found === digest ? (
    <Badge tone="good">as it was shared: SHA-256 {digest.slice(0, 12)}…</Badge>
  ) : (
    <Badge tone="bad">not what was shared: its digest differs</Badge>
  );
}
