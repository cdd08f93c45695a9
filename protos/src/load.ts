import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A service of a package with all the package's descriptors, which server reflection needs. */
export interface LoadedService<Definition extends ServiceDefinition> {
  readonly definition: Definition;
  readonly packageDefinition: PackageDefinition;
}

/** Loads `trading/<name>/v1/<name>.proto`; the options match those that the types were generated with. */
export function loadService<Definition extends ServiceDefinition>(
  name: string,
  service: string,
): LoadedService<Definition> {
  const packageDefinition = loadSync(`trading/${name}/v1/${name}.proto`, {
    includeDirs: [ROOT],
    longs: Number,
    enums: String,
    defaults: true,
  });
  const definition = packageDefinition[`trading.${name}.v1.${service}`];
  if (definition === undefined || 'format' in definition) throw new Error(`${name}.proto has no service ${service}`);
  // The generated type is built from exactly the file loaded above.
  return { definition: definition as unknown as Definition, packageDefinition };
}
