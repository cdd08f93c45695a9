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
    ? '<p><strong class="sandbox">Sandbox</strong> Chains, money and markets here are simulated: nothing is worth anything.</p>'
    : '<p><strong>Real money.</strong> Chains and venues here are real.</p>';
  const explorer = new URL('/explorer', graphUrl).href;
  return htmlPage(
    'Trading platform',
    `<h1>Trading platform</h1>
<p>Accounts and API keys, a managed USDC wallet, market context, backtests of your strategies in isolation, and one-time venue
actions: over REST, GraphQL and MCP.</p>
${money}
<dl>
<dt><a href="/">Console</a></dt>
<dd>Your backtests, deployments and wallet on pages of their own, after signing in.</dd>
<dt><a href="${REFERENCE_PATH}">API reference</a></dt>
<dd>Every route with its fields, refusals and examples; with your key, requests are made from the page.
As a document: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</dd>
<dt><a href="${escapeHtml(explorer)}">Graph explorer</a></dt>
<dd>GraphiQL, by your key or session token. The graph is at <code>${escapeHtml(graphUrl)}</code>.</dd>
<dt>MCP</dt>
<dd>Agents call the same operations as tools at <code>${MCP_PATH}</code> (streamable HTTP);
<a href="/.well-known/mcp.json">/.well-known/mcp.json</a> announces it.</dd>
<dt><a href="${ERROR_PAGES_PATH}">Errors</a></dt>
<dd>Every code with its meaning and what to do.</dd>
<dt id="guides">Guides</dt>
<dd>${guideLinks(guides)}</dd>
<dt><a href="/readyz">Readiness</a></dt>
<dd>Which parts can be used now.</dd>
</dl>`,
  );
}
