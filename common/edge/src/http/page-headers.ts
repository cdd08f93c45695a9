import type { IncomingHttpHeaders } from 'node:http';

/**
 * What every page says to the browser: nothing of another origin, no script but files, and no frame around it. `styles`: where
 * its styles may stand, in the words of the header.
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

/** Whether a browser asks for a page to show: programs ask for JSON or for anything. */
export const wantsPage = ({ accept = '' }: IncomingHttpHeaders): boolean => /\btext\/html\b/.test(accept);
