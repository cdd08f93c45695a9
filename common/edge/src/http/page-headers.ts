import type { IncomingHttpHeaders } from 'node:http';

/** The allowed sources of a page's parts, in the header's syntax. */
interface Sources {
  readonly styles: string;
  readonly fonts: string;
  readonly workers: string;
  /** Where forms may be sent. */
  readonly forms: string;
}

/**
 * The security headers of every page: content of its own origin only, scripts from files only, and no framing. `sources` are those that
 * differ from what pages have as a rule.
 */
export function pageHeaders(sources: Partial<Sources> = {}): Readonly<Record<string, string>> {
  const rule: Sources = { styles: "'self'", fonts: "'self' data:", workers: "'self'", forms: "'none'" };
  const { styles, fonts, workers, forms } = { ...rule, ...sources };
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    `font-src ${fonts}`,
    "connect-src 'self'",
    `worker-src ${workers}`,
    "base-uri 'none'",
    `form-action ${forms}`,
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
