import { htmlPage } from './html-page.js';
import { REFERENCE_PATH } from './navigation.js';

const INSIDE = `<h1>API reference</h1>
<p>Every route with its fields, refusals and examples. Requests are made from this page, by the key that <b>Authorize</b> takes; it is
forgotten with the page. The operations that new programs should not use are the <a href="${REFERENCE_PATH}?older">older surface</a>.</p>
<p>Each request gets a new <code>Idempotency-Key</code>: type your own to repeat one. The steps of one withdrawal share a key, and the
same withdrawal sent again keeps it, so that nothing moves twice; a new code, a new authorization or another body after an accepted
withdrawal begins the next one. A wallet signs over the key, so type your own in both of its steps.</p>
<div id="reference"><p class="loading">Loading…</p></div>`;

/** The API reference; its program shows the operations of the platform's own document. */
export function referencePage(guides: ReadonlyMap<string, string>): ReturnType<typeof htmlPage> {
  return htmlPage('API reference', INSIDE, { path: REFERENCE_PATH, guides, program: REFERENCE_PATH });
}
