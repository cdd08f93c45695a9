/** What an operator loads into Prometheus and Grafana asks for metrics that the platform has. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { z } from 'zod';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';

const ROOT = new URL('../../../', import.meta.url);
/** Made by Prometheus itself for each process that it reads. */
const BY_PROMETHEUS = new Set(['up']);

const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), recipe: z.string() }),
});
const alerts = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) });
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

let platform: Platform;
let served: string;
let rules: z.output<typeof rule>[];
let expressions: string[];

const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');

beforeAll(async () => {
  platform = await Platform.shared();
  const caller = await Caller.register(platform, 'monitoring@example.com');
  await caller.send('GET', '/account');
  const { metrics } = await platform.descriptor();
  served = (await Promise.all(Object.values(metrics).map(async (url) => (await fetch(url)).text()))).join('\n');
  rules = alerts.parse(parse(await read('deploy/prometheus/alerts.yml'))).groups.flatMap((group) => group.rules);
  const { panels } = dashboard.parse(JSON.parse(await read('deploy/grafana/platform.json')));
  expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** The names of one kind in an expression. */
function namesIn(expression: string, kind: 'Identifier' | 'LabelName'): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) found.push(expression.slice(from, to));
    },
  });
  return found;
}

test('every expression is PromQL', () => {
  const wrong = expressions.filter((expression) => {
    let isWrong = false;
    parser.parse(expression).iterate({
      enter: ({ type }) => {
        isWrong ||= type.isError;
      },
    });
    return isWrong;
  });
  expect(expressions.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('every metric that is asked for is one of the platform, with the labels that are named', () => {
  const known = new Set([...served.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name = '']) => name));
  const labels = new Set([...served.matchAll(/[{,](\w+)="/g)].map(([, name = '']) => name));
  const asked = new Set(expressions.flatMap((expression) => namesIn(expression, 'Identifier')));
  // No connection was cut, which has no line until then.
  const never = new Set(['http_connections_cut_total']);
  expect([...asked].filter((name) => !known.has(name) && !BY_PROMETHEUS.has(name) && !never.has(name))).toEqual([]);
  const named = new Set(expressions.flatMap((expression) => namesIn(expression, 'LabelName')));
  // `job` is what Prometheus calls a process; `reason` is that of a cut connection.
  expect([...named].filter((name) => !labels.has(name) && !['job', 'reason'].includes(name))).toEqual([]);
});

test('every queue that an alert names is there, and so is every recipe', async () => {
  const queues = new Set([...served.matchAll(/queue="(\w+)"/g)].map(([, name = '']) => name));
  const named = expressions.flatMap((expression) => [...expression.matchAll(/queue=~?"([^"]+)"/g)]);
  const missing = named.flatMap(([, names = '']) => names.split('|')).filter((name) => !queues.has(name));
  expect(missing).toEqual([]);
  const guide = await read('docs/operations.md');
  const places = new Set(
    [...guide.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  expect(
    rules.map(({ annotations }) => annotations.recipe.split('#')[1] ?? '').filter((each) => !places.has(each)),
  ).toEqual([]);
});
