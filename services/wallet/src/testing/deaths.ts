import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from './random-steps/world.js';

const NONE = '';

/**
 * Deaths of a service at its kill points, which end no process. The kill points read where they are armed as they are loaded: only after this
 * is made may a test import the service.
 */
export class Deaths {
  /** For whatever the test keeps, until it closes this. */
  readonly directory: string;
  /** How often the service has died; tests set it back. */
  count = 0;
  readonly #armed: string;

  constructor(name: string) {
    this.directory = mkdtempSync(join(tmpdir(), `${name}-`));
    this.#armed = join(this.directory, 'armed');
    this.arm(NONE);
    process.env['KILL_POINT_FILE'] = this.#armed;
  }

  /** Makes the service die as it passes a point, once. */
  arm(point: string): void {
    writeFileSync(this.#armed, point);
  }

  /** Ends the service: what stands in for `process.kill`. */
  end(world: World): never {
    this.count += 1;
    world.cut();
    this.arm(NONE);
    throw new Error('the service has ended here');
  }

  /** Does some work; where it dies, the service starts again. */
  async survive(world: World, work: () => Promise<unknown>): Promise<void> {
    const earlier = this.count;
    const failed = await work()
      .then(() => undefined)
      .catch((error: unknown) => ({ error }));
    if (this.count > earlier) await world.revive();
    else if (failed !== undefined) throw failed.error;
  }

  /** Removes the directory. */
  close(): void {
    rmSync(this.directory, { recursive: true });
  }
}

/** Returns the kill points in a folder of the service, and in the folders within. */
export function pointsIn(folder: string): string[] {
  const path = new URL(`../${folder}/`, import.meta.url);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(new URL(file, path), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/killPoint\('([\w.]+)'\)/g)].map(([, point = '']) => point));
}
