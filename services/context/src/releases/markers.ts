import { PlatformError } from '@platform/errors';
import type { ObjectStore } from '@platform/store/objects';
import { z } from 'zod';
import { markerKey, markersPrefix, marketOfMarker, type ReleasedMarket } from './keys.js';
import { jsonOf } from './manifest.js';

/** The marker schema that this version writes and reads. */
const MARKER_SCHEMA = 1;

const common = {
  schema: z.literal(MARKER_SCHEMA),
  environment: z.string(),
  venue: z.string(),
  market: z.string(),
  release: z.string(),
};

const markerSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('published'),
    ...common,
    manifest: z.strictObject({ key: z.string(), sha256: z.string() }),
    /** The canonical symbols of its instruments. */
    symbols: z.array(z.string()).min(1),
    /** When a prediction market ends. */
    expiresAtMs: z.number().exactOptional(),
    publishedAt: z.iso.datetime(),
  }),
  z.strictObject({
    state: z.literal('withdrawn'),
    ...common,
    withdrawnAt: z.iso.datetime(),
    reason: z.string(),
  }),
]);

/** A market's publication state: its latest release, or its withdrawal. */
export type Marker = z.output<typeof markerSchema>;
/** A market that is published. */
export type PublishedMarker = Extract<Marker, { state: 'published' }>;

/** The state found at a market's marker key. */
export type FoundMarker =
  | Marker
  /** There is none. */
  | { readonly state: 'absent' }
  /** The object is not a marker, or is another market's. */
  | { readonly state: 'malformed' }
  /** The marker of another environment. */
  | { readonly state: 'foreign'; readonly environment: string };

/** The readiness markers of markets: a market is published exactly while its marker says so. */
export class Markers {
  constructor(
    private readonly objects: ObjectStore,
    /** Markers of other environments are not used. */
    readonly environment: string,
  ) {}

  /** Returns the marker of a market. Throws `context_store_unavailable`. */
  async find(reference: ReleasedMarket): Promise<FoundMarker> {
    const key = markerKey(reference);
    const found = await this.#read(key);
    if (found.state === 'published' || found.state === 'withdrawn')
      return found.venue === reference.venue && found.market === reference.market ? found : { state: 'malformed' };
    return found;
  }

  /**
   * Returns the markers of a venue whose keys follow `after`, and the key of the last one read; undefined after the last of all. At most
   * `limit` are read. Throws `context_store_unavailable`.
   */
  async page(
    venue: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ found: { market: string; marker: FoundMarker }[]; next: string | undefined }> {
    const keys = await this.objects.list(markersPrefix(venue), after, limit).catch(unavailable);
    const found = await Promise.all(
      keys.map(async (key) => {
        const marker = await this.#read(key);
        const named = 'market' in marker ? markerKey({ venue: marker.venue, market: marker.market }) : key;
        return { market: marketOfMarker(key), marker: named === key ? marker : ({ state: 'malformed' } as const) };
      }),
    );
    return { found, next: keys.length < limit ? undefined : keys.at(-1) };
  }

  /** Replaces a market's marker in one atomic step. */
  async write(marker: Marker): Promise<void> {
    await this.objects.replace(markerKey(marker), Buffer.from(`${JSON.stringify(marker, null, 1)}\n`));
  }

  async #read(key: string): Promise<FoundMarker> {
    const bytes = await this.objects.get(key).catch(unavailable);
    if (bytes === undefined) return { state: 'absent' };
    const { data } = markerSchema.safeParse(jsonOf(bytes));
    if (data === undefined) return { state: 'malformed' };
    return data.environment === this.environment ? data : { state: 'foreign', environment: data.environment };
  }
}

function unavailable(cause: unknown): never {
  throw new PlatformError('context_store_unavailable', { cause });
}
