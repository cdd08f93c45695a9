import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every kill point of the services, with the service that dies there; read from the source. A step that is done in two ways has one. */
export function killPoints(): { service: string; point: string }[] {
  const files = globSync('services/*/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const found = files
    .flatMap((file) => {
      const service = file.split('/')[1] ?? '';
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/killPoint\('([\w.]+)'\)/g)].map(([, point = '']) => ({ service, point }));
    })
    .sort((left, right) => left.point.localeCompare(right.point));
  return [...new Map(found.map((each) => [`${each.service} ${each.point}`, each])).values()];
}
