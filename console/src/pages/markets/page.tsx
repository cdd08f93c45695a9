import type { PageProps } from '../../app/routing.js';
import { Heading } from '../../parts/heading.js';
import { Requests } from './requests.js';
import { Scan } from './scan.js';
import { Search } from './search.js';

/** The markets of all venues: what one looks for, what moves, and what was asked for. */
export default function MarketsPage({ query }: PageProps) {
  return (
    <>
      <Heading title="Markets" />
      <Search query={query} />
      <Scan />
      <Requests />
    </>
  );
}
