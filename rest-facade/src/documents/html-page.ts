import { pageHeaders } from '@platform/edge/http';
import { type Navigation, navigation, TEXT_PATH } from './navigation.js';

/** What a page shows and loads beside its inside. */
interface Shown extends Navigation {
  /** Where a program of its own and its style are, beside those of every page of text. */
  readonly program?: string;
}

/** Headers of a page: its style and its script are files of the platform, as all that it loads. */
const HEADERS = { ...pageHeaders(), 'content-type': 'text/html; charset=utf-8' };

/**
 * Returns a page of the documentation, with the headers that it is sent with: beside the navigation what is `inside`. Title and inside
 * are HTML.
 */
export function htmlPage(title: string, inside: string, shown: Shown = {}) {
  const paths = shown.program === undefined ? [TEXT_PATH] : [TEXT_PATH, shown.program];
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
${paths.map(loading).join('\n')}
</head>
<body>
<div class="shell">
${navigation(shown)}
<main id="main"${shown.program === undefined ? ' class="text"' : ''} tabindex="-1">
${inside}
</main>
</div>
</body>
</html>
`,
  };
}

function loading(path: string): string {
  return `<link rel="stylesheet" href="${path}/main.css">\n<script type="module" src="${path}/main.js"></script>`;
}

/** A text as it stands in a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
