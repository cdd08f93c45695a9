/** The API reference: Swagger UI over the platform's own document, whose requests go where the page came from. */
import 'swagger-ui-dist/swagger-ui.css';
import './page.css';
import showDocument from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { v4 as uuid } from 'uuid';
import { freshKeys, type KeyDocument } from './idempotency-keys.js';
import { current, documentOf } from './surfaces.js';
import { followTheme } from './theme.js';

const place = document.querySelector('#reference');
if (place === null) throw new Error('the page has no place for the reference');
followTheme();
const answer = await fetch(documentOf(location.search)).catch(() => undefined);
if (answer?.ok) show(place, await answer.json());
else place.textContent = 'The document could not be read. Reload the page in a moment.';

function show(domNode: Element, spec: KeyDocument): void {
  const keys = freshKeys(spec, uuid);
  showDocument({
    domNode,
    // By whichever of the platform's names the reader opened the page: no other origin may be called from here.
    spec: { ...current(spec), servers: [{ url: location.origin }] },
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    // A key lives as long as the page: nothing is stored.
    persistAuthorization: false,
    validatorUrl: null,
    requestInterceptor: keys.send,
    responseInterceptor: keys.receive,
  });
}
