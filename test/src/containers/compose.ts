/** The parts of docker-compose.yml and the Dockerfile that the tests read. */
import { parse } from 'yaml';
import { z } from 'zod';
import { readText } from '../structure/repository.js';

const conditions = z.record(z.string(), z.object({ condition: z.string() }));

const serviceSchema = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  depends_on: conditions.default({}),
  volumes: z.array(z.string()).default([]),
  restart: z.string(),
  user: z.string().optional(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
});

/** A service in the compose file. */
export type Service = z.output<typeof serviceSchema>;

/** The parsed YAML file. */
export function composeFile(): unknown {
  return parse(readText('docker-compose.yml'), { merge: true });
}

/** The services by name, in the order of the file. */
export function services(): Record<string, Service> {
  const { services: found } = z.looseObject({ services: z.record(z.string(), serviceSchema) }).parse(composeFile());
  return found;
}

/** The Dockerfile of the image of the Node processes. */
export const dockerfile = () => readText('Dockerfile').replaceAll('\\\n', '');

/** Returns the variables of a service where the operator's own environment is empty; one without a value is passed on. */
export function environmentOf(service: Service): Record<string, string> {
  const given = Object.entries(service.environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return Object.fromEntries(given.map(([name = '', value = '']) => [name, withDefaults(value)]));
}

function withDefaults(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
}
