import { ERROR_PAGES_PATH } from '../http/envelope.js';
import { MCP_PATH } from '../mcp/mcp-route.js';
import { escapeHtml, htmlPage } from './html-page.js';
import { guideLinks, REFERENCE_PATH } from './navigation.js';

/** What the first page says about this platform. */
export interface FrontPage {
  /** Whether its chains, money and markets are simulated. */
  readonly isSandbox: boolean;
  /** Where browsers reach the graph. */
  readonly graphUrl: string;
  /** The titles of the guides, as HTML, by their names. */
  readonly guides: ReadonlyMap<string, string>;
}

/** `/docs` as a browser shows it: what this is, and the way to everything else. */
export function frontPage({ isSandbox, graphUrl, guides }: FrontPage) {
  const money = isSandbox
    ? '<div class="notice warn"><strong>Sandbox</strong>: chains, money and markets here are simulated; nothing is worth anything.</div>'
    : '<div class="notice bad"><strong>Real money.</strong> Chains and venues here are real.</div>';
  const explorer = escapeHtml(new URL('/explorer', graphUrl).href);
  const cards = [
    card('/', 'Console', 'Your backtests, deployments and wallet on pages of their own, after signing in.'),
    card(
      REFERENCE_PATH,
      'API reference',
      `Every route with its fields, refusals and examples; with your key, requests are made from the page.
As a document: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).`,
    ),
    card(
      explorer,
      'Graph explorer',
      `GraphiQL, by your key or session token. The graph is at <code>${escapeHtml(graphUrl)}</code>.`,
    ),
    card(
      '/.well-known/mcp.json',
      'MCP',
      `Agents call the same operations as tools at <code>${MCP_PATH}</code> (streamable HTTP).`,
    ),
    card(ERROR_PAGES_PATH, 'Errors', 'Every code with its meaning and what to do.'),
    card('/readyz', 'Readiness', 'Which parts can be used now.'),
  ];
  return htmlPage(
    'Trading platform',
    `<h1>Trading platform</h1>
<p>Accounts and API keys, a managed USDC wallet, market context, backtests of your strategies in isolation, and one-time venue
actions: over REST, GraphQL and MCP.</p>
${money}
<div class="columns">
${cards.join('\n')}
</div>
<h2 id="guides">Guides</h2>
${guideLinks(guides)}`,
    { path: '/docs', guides },
  );
}

/** A place to go to, and what is there, as HTML. */
function card(address: string, title: string, text: string): string {
  return `<section class="card"><h2><a href="${address}">${title}</a></h2>\n<p>${text}</p></section>`;
}
