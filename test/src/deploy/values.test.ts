/** What can be said of the chart without Helm, in each run: the rest is in chart.test.ts. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { declaredVariables, type ServerName, startOf } from '@platform/bundler';
import { venuesOffering } from '@platform/venues/registry';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { z } from 'zod';
import { commonVariables } from '../readme/environment.js';
import { readText, root } from '../structure/repository.js';
import { CHART, readChart, VALUES_FILES } from './chart.js';

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(
  z.looseObject({}).parse(JSON.parse(readText(`${CHART}/values.schema.json`))),
);
const values = z.record(z.string(), z.unknown());
const standard = values.parse(readChart('values.yaml'));
const templates = globSync('templates/**/*.{yaml,tpl}', { cwd: `${root}${CHART}` }).map((file) =>
  readText(`${CHART}/${file}`),
);

/** The same merge as Helm's: objects by their keys, all else as a whole. */
function merged(base: unknown, over: unknown): unknown {
  const [one, other] = [values.safeParse(base), values.safeParse(over)];
  if (!one.success || !other.success || Array.isArray(over)) return over;
  const changed = Object.entries(other.data).map(([key, value]) => [key, merged(one.data[key], value)]);
  return { ...one.data, ...Object.fromEntries(changed) };
}

/** What a definition of a template's file says, read as YAML. */
function defined(name: string): unknown {
  const start = `{{- define "trading-platform.${name}" -}}\n`;
  const text = templates.find((each) => each.includes(start)) ?? '';
  const from = text.indexOf(start) + start.length;
  return parse(text.slice(from, text.indexOf('{{- end }}', from)));
}

test.each(['values.yaml', ...VALUES_FILES])('%s is what the schema says', (file) => {
  validate(merged(standard, readChart(file)));
  expect(validate.errors ?? []).toEqual([]);
});

test('what the values of no file say is refused', () => {
  const wrong = [
    { walet: {} },
    { wallet: { replica: 2 } },
    { edge: { extraEnv: { rate: '1' } } },
    { publicUrl: 'host' },
    ...[{ enabled: 'yes' }, { storage: 'much' }, { namespace: 'a.b' }, { existingSecret: '' }, { egress: [] }].map(
      (proxies) => ({ runtime: { strategies: { proxies } } }),
    ),
    { runtime: { strategies: { proxies: { venue: { to: [], ports: [] } } } } },
  ];
  expect(wrong.map((each) => validate(merged(standard, each)))).toEqual(wrong.map(() => false));
});

describe('what the templates say of processes', () => {
  test('each is started by the command that the supervisor uses', () => {
    const commands = z.record(z.string(), z.array(z.string())).parse(defined('command'));
    const programs: Record<string, ServerName> = { feeds: 'feed' };
    for (const [name, args] of Object.entries(commands))
      expect([name, ...args]).toEqual([
        name,
        ...startOf(programs[name] ?? (name as ServerName)).map((arg) =>
          arg.startsWith('/') ? relative(root, arg) : arg,
        ),
      ]);
    expect(Object.keys(commands)).toHaveLength(8);
  });

  test('there is a feed for each venue whose markets deployments follow', () => {
    expect(defined('feedVenues')).toEqual(venuesOffering('paper'));
  });

  test('every variable that is named is read by a process', async () => {
    const known = new Set([...Object.values(declaredVariables()).flat(), ...(await commonVariables())]);
    for (const run of ['NODE_ENV', 'MALLOC_ARENA_MAX', 'CHAIN']) known.add(run);
    const environment = templates.filter((text) => text.includes('define "trading-platform.environment.'));
    const named = environment.flatMap((text) =>
      [...text.matchAll(/^([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('variables that hold secrets are kept out of values', () => {
    const secret =
      /(_SECRETS?|MASTER_KEYS?|PRIVATE_KEY|BUILDER_KEY|PASSPHRASE|_TOKEN|ACCESS_KEY(_ID)?)$|^(MONGODB_URI|SMTP_URL)$/;
    const found = new Set(
      Object.values(declaredVariables())
        .flat()
        .filter((name) => secret.test(name)),
    );
    expect([...found].toSorted()).toEqual(z.array(z.string()).parse(defined('secretVariables')).toSorted());
  });
});

test('no secret stands in it', () => {
  const text = [...templates, ...['values.yaml', ...VALUES_FILES].map((file) => readText(`${CHART}/${file}`))].join(
    '\n',
  );
  expect(text).not.toMatch(/0x[0-9a-f]{64}|[A-Za-z0-9+/]{43}=|kind: Secret/);
});
