import { ROOT } from '../entries.js';

/** How everything that browsers are shown is bundled. */
export const BROWSER_OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  target: 'es2023',
  // What is handed to browsers keeps the notices of those who wrote it.
  legalComments: 'linked',
  metafile: true,
  write: false,
  logLevel: 'warning',
} as const;
