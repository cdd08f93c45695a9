import { useState } from 'preact/hooks';
import { useQuery } from '../../graph/use-query.js';
import { SelectField } from '../../parts/field.js';
import { decimal, words } from '../../parts/format.js';
import { Empty, Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { Loaded } from '../../parts/problem.js';
import { type Column, Table } from '../../parts/table/table.js';
import { addressOf } from './address.js';
import { evidenceOf } from './evidence.js';
import { type ScanBucket, type ScanCategory, ScanDocument, type ScanQuery } from './generated/documents.js';

type Result = NonNullable<ScanQuery['scan']>['results'][number];

const SHOWN = 20;
const CATEGORIES: readonly ScanCategory[] = ['momentum', 'mean_reversion', 'breakout', 'volume'];
const CATEGORY_OPTIONS = [
  { value: '', label: 'All' },
  ...CATEGORIES.map((category) => ({ value: category, label: words(category) })),
];
const BUCKETS: readonly { readonly value: ScanBucket | ''; readonly label: string }[] = [
  { value: '', label: 'All' },
  { value: 'alts', label: "The venue's own" },
  { value: 'hip3', label: 'Of exchanges run on it' },
];

const COLUMNS: readonly Column<Result>[] = [
  {
    id: 'market',
    label: 'Market',
    value: ({ symbol }) => symbol,
    cell: (result) => <a href={addressOf(result)}>{result.symbol}</a>,
  },
  { id: 'category', label: 'Category', value: ({ category }) => category, cell: ({ category }) => words(category) },
  { id: 'score', label: 'Score', isNumber: true, value: ({ score }) => score, cell: ({ score }) => decimal(score, 2) },
  {
    id: 'evidence',
    label: 'Computed from',
    value: ({ evidenceJson }) => evidenceJson,
    cell: ({ evidenceJson }) => <span class="evidence">{evidenceOf(evidenceJson)}</span>,
    isUnsorted: true,
  },
];

/** What the latest scan lists, best first. */
export function Scan() {
  const [category, setCategory] = useState('');
  const [bucket, setBucket] = useState('');
  const answer = useQuery(ScanDocument, {
    category: CATEGORIES.find((each) => each === category) ?? null,
    bucket: bucket === 'alts' || bucket === 'hip3' ? bucket : null,
    topN: SHOWN,
  });
  return (
    <Section title="Scan">
      <p class="fine">
        Markets in which something stands out, by figures alone. A score says how much; it is no advice, and says
        nothing of what comes.
      </p>
      <div class="form-row">
        <SelectField label="Category" value={category} options={CATEGORY_OPTIONS} onChange={setCategory} />
        <SelectField label="Markets" value={bucket} options={BUCKETS} onChange={setBucket} />
      </div>
      <Loaded answer={answer}>
        {({ scan }) =>
          scan === null ? (
            <Empty>There is no scan now.</Empty>
          ) : (
            <>
              <Table
                caption="Results of the scan"
                rows={scan.results}
                columns={COLUMNS}
                rowKey={({ venue, symbol, category: of }) => `${venue} ${symbol} ${of}`}
                empty="Nothing stands out in these."
              />
              <p class="fine">
                Computed at <Time at={scan.computedAt} /> UTC.
              </p>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
