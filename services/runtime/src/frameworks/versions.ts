// Why: docs/decisions/frameworks/framework-images.md
import { PlatformError } from '@platform/errors';
import type { FrameworkId } from '@platform/venues/registry';
import type { Framework } from './framework.js';

/** Every framework in every version that is listed: the one that is used where none is named first. */
export type Frameworks = ReadonlyMap<FrameworkId, readonly Framework[]>;

/** Every version of every framework, in the order in which they are listed. */
export function everyVersion(frameworks: Frameworks): Framework[] {
  return [...frameworks.values()].flat();
}

/** The images that backtests can be run on, or may be yet. */
export function runnableImages(frameworks: Frameworks): string[] {
  return everyVersion(frameworks).flatMap((version) => {
    const { imageDigest, status } = version.describe();
    return status === 'failed' ? [] : [imageDigest];
  });
}

/** The version with that digest, or the default one; undefined where there is none. */
export function versionOf(frameworks: Frameworks, id: FrameworkId, imageDigest?: string): Framework | undefined {
  const versions = frameworks.get(id) ?? [];
  if (imageDigest === undefined) return versions[0];
  return versions.find((version) => version.describe().imageDigest === imageDigest);
}

/** Returns the version that a request pins, or the default one. Throws `feature_not_available`, or `invalid_request` for another digest. */
export function listedVersion(
  frameworks: Frameworks,
  { framework, image_digest: wanted }: { readonly framework: FrameworkId; readonly image_digest?: string | undefined },
): Framework {
  if (versionOf(frameworks, framework) === undefined) throw new PlatformError('feature_not_available');
  const version = versionOf(frameworks, framework, wanted);
  if (version !== undefined) return version;
  throw new PlatformError('invalid_request', {
    details: [{ path: 'image_digest', message: `is not a listed digest of ${framework}` }],
  });
}
