import { createHash } from 'node:crypto';
import { pageHeaders } from '@platform/edge/http';

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
dt{font-weight:600;margin-top:1rem}dd{margin:0}td,th{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}
nav{margin-bottom:1rem}table{display:block;overflow-x:auto}code{overflow-wrap:anywhere}pre code{overflow-wrap:normal}.depth3{margin-left:1rem}
pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:.25rem}.block{position:relative}.block pre{padding-top:2.25rem}
.block button{position:absolute;top:.375rem;right:.375rem;font:inherit;font-size:.875rem}strong.sandbox{padding:.125rem .5rem;border:1px solid}`;

/** Headers of a page: they allow only the one style, by its digest. */
const HEADERS = {
  ...pageHeaders({ styles: `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'` }),
  'content-type': 'text/html; charset=utf-8',
};

/** Returns a page that loads only what its body names, with the headers that it is sent with. Title and body are HTML. */
export function htmlPage(title: string, body: string) {
  return {
    status: 200,
    headers: HEADERS,
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`,
  };
}

/** A text as it stands in a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
