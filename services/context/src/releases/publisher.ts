import type { Clock } from '@platform/kit/clock';
import type { ObjectStore } from '@platform/store/objects';
import { auditTable } from '../tables/audit-table.js';
import type { TableStore } from '../tables/table-store.js';
import { manifestKey, type ReleasedMarket } from './keys.js';
import {
  bytesOf,
  manifestOf,
  type ReleaseManifest,
  readManifest,
  type StoredInstrument,
  sha256Of,
} from './manifest.js';
import type { FoundMarker, Markers, PublishedMarker } from './markers.js';
import { StoredMarkets, type StoredMarketsParts } from './stored-markets.js';

/** The dependencies of publishing. */
export interface PublisherParts extends StoredMarketsParts {
  readonly tables: TableStore;
  readonly objects: ObjectStore;
  readonly markers: Markers;
  readonly clock: Clock;
}

/** A market can't be published or withdrawn in its state; what was published stays so. */
export class ReleaseRefusedError extends Error {
  override readonly name = 'ReleaseRefusedError';

  constructor(
    { venue, market }: ReleasedMarket,
    readonly problems: readonly string[],
  ) {
    super(`${venue} ${market}: ${problems.join('; ')}`);
  }
}

/** A market's release, and whether it was published already. */
export interface Published {
  readonly manifest: ReleaseManifest;
  readonly isNew: boolean;
}

/**
 * Publishes and withdraws releases. Objects come first, then the manifest, the marker last: a kill at any line leaves the former release or
 * the new one. Nothing is written twice, so the next attempt continues where this one ended.
 */
export class Publisher {
  readonly #markets: StoredMarkets;

  constructor(private readonly parts: PublisherParts) {
    this.#markets = new StoredMarkets(parts);
  }

  /**
   * Publishes a market's stored rows. Throws `ReleaseRefusedError`, `TableBusyError`, or `LeaseLostError` where another process took over.
   * Only an operator publishes a withdrawn market again: other callers set `unlessWithdrawn`, since the operator may have withdrawn it
   * after they checked.
   */
  async publish(reference: ReleasedMarket, { unlessWithdrawn = false } = {}): Promise<Published> {
    return this.#markets.exclusively(reference, async (stored, held) => {
      if (held === undefined || stored.length === 0)
        throw new ReleaseRefusedError(reference, ['nothing is stored of it']);
      const before = await this.#markerOf(reference);
      if (unlessWithdrawn && before.state === 'withdrawn')
        throw new ReleaseRefusedError(reference, ['an operator has withdrawn it']);
      const manifest = manifestOf(reference, stored, this.parts.markers.environment, this.parts.clock.now());
      await this.#audit(reference, stored);
      await this.#copyObjects(stored, manifest);
      const key = manifestKey(reference, manifest.release);
      const kept = await this.#keepManifest(reference, key, manifest);
      // A process that took over may have withdrawn the market meanwhile.
      await this.parts.catalogue.renew(held.record._id, held.lease);
      const isNew = before.state !== 'published' || before.release !== manifest.release;
      if (isNew || before.manifest.sha256 !== kept.sha256) await this.parts.markers.write(this.#marker(key, kept));
      return { manifest: kept.manifest, isNew };
    });
  }

  /** Returns the release that a market's stored rows would make now; undefined while nothing is stored. It reads no object. */
  async draft(reference: ReleasedMarket): Promise<ReleaseManifest | undefined> {
    const { markers, clock } = this.parts;
    const stored = await this.#markets.of(reference);
    return stored.length === 0 ? undefined : manifestOf(reference, stored, markers.environment, clock.now());
  }

  /** Withdraws a market's published release and returns it; its objects stay. Throws where nothing is published. */
  async withdraw(reference: ReleasedMarket, reason: string): Promise<string> {
    return this.#markets.exclusively(reference, async () => {
      const found = await this.#markerOf(reference);
      if (found.state !== 'published')
        throw new ReleaseRefusedError(reference, [`nothing is published: ${found.state}`]);
      const { schema, environment, venue, market, release } = found;
      const withdrawnAt = this.parts.clock.now().toISOString();
      const { markers } = this.parts;
      await markers.write({ state: 'withdrawn', schema, environment, venue, market, release, withdrawnAt, reason });
      return release;
    });
  }

  async #markerOf(reference: ReleasedMarket): Promise<FoundMarker> {
    const found = await this.parts.markers.find(reference);
    if (found.state !== 'foreign') return found;
    throw new ReleaseRefusedError(reference, [`its marker is that of the environment ${found.environment}`]);
  }

  /** Throws `ReleaseRefusedError` naming each object that is missing, damaged or not what the catalogue says. */
  async #audit(reference: ReleasedMarket, stored: readonly StoredInstrument[]): Promise<void> {
    const problems: string[] = [];
    for (const record of stored.flatMap(({ records }) => records))
      problems.push(...(await auditTable(record, this.parts.tables)).problems);
    if (problems.length > 0) throw new ReleaseRefusedError(reference, problems);
  }

  /** Copies the objects that no release of the market holds yet, and those that were damaged since. */
  async #copyObjects(stored: readonly StoredInstrument[], manifest: ReleaseManifest): Promise<void> {
    const { objects } = this.parts;
    const sources = new Map(
      stored.flatMap(({ records }) =>
        records.flatMap(({ segments }) => segments.map(({ key, sha256 }) => [sha256, key])),
      ),
    );
    for (const { key, sha256 } of objectsOf(manifest)) {
      const isThere = await objects.requireWhole(key, sha256).then(
        () => true,
        () => false,
      );
      if (!isThere) await objects.copy(sources.get(sha256) ?? key, sha256, key);
    }
  }

  /** Stores a manifest, or returns the one of the same content that an earlier attempt stored. */
  async #keepManifest(reference: ReleasedMarket, key: string, manifest: ReleaseManifest) {
    const bytes = bytesOf(manifest);
    if (await this.parts.objects.create(key, bytes)) return { manifest, sha256: sha256Of(bytes) };
    const found = (await this.parts.objects.get(key)) ?? Buffer.alloc(0);
    const read = readManifest(found);
    if (read?.release !== manifest.release) {
      throw new ReleaseRefusedError(reference, [`object ${key}: is not a manifest`]);
    }
    return { manifest: read, sha256: sha256Of(found) };
  }

  #marker(key: string, { manifest, sha256 }: { manifest: ReleaseManifest; sha256: string }): PublishedMarker {
    const { schema, environment, venue, market, release, instruments } = manifest;
    const ends = instruments.flatMap(({ prediction }) => prediction?.endDateMs ?? []);
    return {
      state: 'published',
      ...{ schema, environment, venue, market, release },
      manifest: { key, sha256 },
      symbols: instruments.map(({ symbol }) => symbol),
      ...(ends.length > 0 && { expiresAtMs: Math.max(...ends) }),
      publishedAt: this.parts.clock.now().toISOString(),
    };
  }
}

/** Returns every object of a release. */
export function objectsOf({ instruments }: ReleaseManifest): { key: string; sha256: string }[] {
  return instruments.flatMap(({ tables }) => tables.flatMap(({ objects }) => objects));
}
