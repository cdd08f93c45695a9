import type { IncomingHttpHeaders } from 'node:http';

/**
 * The security headers of every page: content of its own origin only, scripts from files only, and no framing. `styles`: the allowed
 * sources of styles, in the header's syntax.
 */
export function pageHeaders(styles = "'self'"): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Returns whether a browser asks for a page to show: programs ask for JSON or for any type. */
export const wantsPage = ({ accept = '' }: IncomingHttpHeaders): boolean => /\btext\/html\b/.test(accept);
