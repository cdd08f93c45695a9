import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameworkId } from '@platform/venues/registry';
import { type ProvisionOptions, type PythonEnvironment, provisionPython } from './environment.js';
import { lockedVersion, PROTOCOL, type PythonImage, readHarness } from './image.js';

/** The Python side of the repository; the compiled file stands as deep in it as the source. */
const FRAMEWORKS = fileURLToPath(new URL('../../../../../frameworks/', import.meta.url));

/** What a framework's folder holds. */
interface FrameworkFolder {
  readonly id: FrameworkId;
  /** Its name among the locked requirements. */
  readonly distribution: string;
  /** The packages of its harness, beside the one that all frameworks share. */
  readonly packages: readonly string[];
  readonly modules: PythonImage['modules'];
  /** The checks of a strategy that the harness makes now; absent where it makes none. */
  readonly checks?: PythonImage['checks'];
  /** The example that is the repository's own sample. */
  readonly sample: string;
}

/** The files of one framework below `frameworks/`. */
export class FrameworkFiles {
  readonly #folder: FrameworkFolder;
  #harness: PythonImage['harness'] | undefined;

  constructor(folder: FrameworkFolder) {
    this.#folder = folder;
  }

  /** What runs use that name no version. */
  currentImage(): PythonImage {
    return this.imageOf('requirements.lock');
  }

  /** A version of the framework by its lock file, with today's harness. */
  imageOf(lockFile: string): PythonImage {
    const { packages, distribution, modules, checks } = this.#folder;
    const own = packages.map((name) => this.#path('harness', name));
    // The same for every version.
    this.#harness ??= readHarness([join(FRAMEWORKS, 'common', 'platform_worker'), ...own]);
    const harness = this.#harness;
    const lock = readFileSync(this.#path(lockFile), 'utf8');
    const version = lockedVersion(lock, distribution);
    return { version, protocol: PROTOCOL, modules, lock, harness, ...(checks && { checks }) };
  }

  /** Installs the environment of the current version into the cache unless it is there. */
  provision(options: ProvisionOptions): Promise<PythonEnvironment> {
    return provisionPython(this.currentImage(), { name: this.#folder.id, relatives: [] }, options);
  }

  /** Whether this is the sample strategy that the repository itself ships. */
  isShippedSample(code: string): boolean {
    return digest(code) === digest(readFileSync(this.#path('examples', this.#folder.sample), 'utf8'));
  }

  #path(...names: readonly string[]): string {
    return join(FRAMEWORKS, this.#folder.id, ...names);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
