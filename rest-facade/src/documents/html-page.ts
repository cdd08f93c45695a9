import { pageHeaders } from '@platform/edge/http';
import { type Navigation, navigation, TEXT_PATH } from './navigation.js';

/** Headers of a page: its style and its script are files of the platform, as all that it loads. */
const HEADERS = { ...pageHeaders(), 'content-type': 'text/html; charset=utf-8' };

/**
 * Returns a page of the documentation, with the headers that it is sent with: beside the navigation what is `inside`. Title and inside
 * are HTML.
 */
export function htmlPage(title: string, inside: string, shown: Navigation = {}) {
  return {
    status: 200,
    headers: HEADERS,
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${TEXT_PATH}/main.css">
<script type="module" src="${TEXT_PATH}/main.js"></script>
</head>
<body>
<div class="shell">
${navigation(shown)}
<main id="main" class="text" tabindex="-1">
${inside}
</main>
</div>
</body>
</html>
`,
  };
}

/** A text as it stands in a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
