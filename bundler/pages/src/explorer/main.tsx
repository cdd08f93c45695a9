/** The graph explorer: GraphiQL over the gateway's own `/graphql`, by the credential that the reader enters, if any. */
import './workers.js';
import 'graphiql/style.css';
import './page.css';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { StrictMode, type SubmitEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

const FIRST_QUERY = `# Control and Enter runs this; the book on the left holds every type and field.
query Markets {
  markets(first: 5) {
    edges { node { venue symbol maxLeverage } }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const place = document.querySelector('#explorer');
if (place === null) throw new Error('the page has no place for the explorer');
createRoot(place).render(
  <StrictMode>
    <Explorer />
  </StrictMode>,
);

/** Shows the schema to every reader, and sends requests with a credential once there is one. It is held in memory alone. */
function Explorer() {
  const [credential, setCredential] = useState<string>();
  const use = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('credential');
    if (typeof entered === 'string' && entered !== '') setCredential(entered);
  };
  return (
    <>
      <form onSubmit={use}>
        <label htmlFor="credential">API key or session token</label>
        <input id="credential" name="credential" type="password" autoComplete="off" required />
        <button type="submit">Use it</button>
        <span>Reading the schema needs none. A key is forgotten with this page; queries with this tab.</span>
      </form>
      <Graph key={credential ?? ''} credential={credential} />
    </>
  );
}

function Graph({ credential }: { readonly credential: string | undefined }) {
  const [fetcher] = useState(() => {
    const headers: Record<string, string> = credential === undefined ? {} : { authorization: `Bearer ${credential}` };
    return createGraphiQLFetcher({ url: '/graphql', headers });
  });
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={sessionStorage}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
      defaultQuery={FIRST_QUERY}
    />
  );
}
