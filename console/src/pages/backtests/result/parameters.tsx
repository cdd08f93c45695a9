import { useQuery } from '../../../graph/use-query.js';
import { Copyable, CopyButton } from '../../../parts/copy-button.js';
import { Editor } from '../../../parts/editor/editor.js';
import { instant } from '../../../parts/format.js';
import { Section } from '../../../parts/heading.js';
import { Time } from '../../../parts/money.js';
import { Loaded } from '../../../parts/problem.js';
import type { Detail } from './detail.js';
import { StrategyDocument } from './generated/documents.js';

/** What the backtest was asked with, to the digest: with the same of everything it comes out the same. */
export function Parameters({ backtest }: { readonly backtest: Detail }) {
  const answer = useQuery(StrategyDocument, { id: backtest.id });
  return (
    <>
      <Section title="Asked with">
        <Asked backtest={backtest} />
      </Section>
      <Loaded answer={answer}>
        {(data) => {
          const strategy = data.backtest?.strategy;
          if (strategy === undefined) return null;
          return (
            <>
              <Section title="Config" actions={<CopyButton text={strategy.configJson} what="the config" />}>
                <Editor label="Config" language="json" value={indented(strategy.configJson)} isReadOnly />
              </Section>
              <Section title="Strategy" actions={<CopyButton text={strategy.code} what="the strategy" />}>
                <Editor label="Strategy" language="python" value={strategy.code} isReadOnly />
              </Section>
            </>
          );
        }}
      </Loaded>
      <Data backtest={backtest} />
    </>
  );
}

function Asked({ backtest }: { readonly backtest: Detail }) {
  const { framework, range, symbols } = backtest;
  return (
    <dl class="pairs">
      <dt>Id</dt>
      <dd>
        <Copyable text={backtest.id} what="the id" />
      </dd>
      <dt>Framework</dt>
      <dd>
        {framework.name} <Digest text={framework.imageDigest} what="the digest of its image" />
      </dd>
      <dt>Venue and markets</dt>
      <dd>
        {backtest.venue}: {symbols.join(', ')}
      </dd>
      <dt>Window</dt>
      <dd>
        {instant(range.from)} to {instant(range.to)} UTC
      </dd>
      <dt>Strategy, SHA-256</dt>
      <dd>
        <Digest text={backtest.codeSha256} what="the digest of the strategy" />
      </dd>
      <dt>Config, SHA-256</dt>
      <dd>
        <Digest text={backtest.configSha256} what="the digest of the config" />
      </dd>
      <dt>Seed of chance</dt>
      <dd>{backtest.seed ?? 'not recorded'}: the same seed draws the same random numbers</dd>
      <dt>Requested, started, ended (UTC)</dt>
      <dd>
        <Time at={backtest.createdAt} /> · <Time at={backtest.startedAt} /> · <Time at={backtest.finishedAt} />
      </dd>
    </dl>
  );
}

function Digest({ text, what }: { readonly text: string | null; readonly what: string }) {
  return text === null ? <span class="unknown">not recorded</span> : <Copyable text={text} what={what} />;
}

function Data({ backtest: { result, release } }: { readonly backtest: Detail }) {
  const data = result?.data;
  if (data === undefined || data === null) return null;
  return (
    <Section title="Data that it read">
      <p>
        From {instant(data.from)} to {instant(data.to)} UTC, after {data.startupCandles} start-up candles
        {release === null ? '.' : `; release ${release}.`}
      </p>
      <ul>
        {data.tables.map(({ symbol, timeframe, aggregatedFrom, rows, objects }) => (
          <li key={symbol + timeframe}>
            {symbol}, {timeframe}: {rows.toLocaleString('en-US')} candles
            {aggregatedFrom === null ? '' : `, made of ${aggregatedFrom}`}, out of {objects.length} stored objects
          </li>
        ))}
        {data.funding.map(({ symbol, rows }) => (
          <li key={`${symbol} funding`}>
            {symbol}: {rows.toLocaleString('en-US')} funding payments
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** As people write it; as it is, where it is no JSON. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
