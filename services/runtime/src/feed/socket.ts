import { join } from 'node:path';

/** Where a venue's feed is asked, below the platform's own folder. */
export function feedSocketOf(dataDirectory: string, venue: string): string {
  return join(dataDirectory, 'feeds', `${venue}.sock`);
}
