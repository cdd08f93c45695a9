// Why: docs/decisions/runtime/legacy-deployments.md
import { createHash } from 'node:crypto';
import { canonicalHash } from '@platform/store/mongo';
import { z } from 'zod';
import { disagree, exchangeOf, idOf, instant, kept, type Malformed, readLine, reasonsOf } from '../parts.js';
import {
  isLegacyDeploymentId,
  type LegacyDeployment,
  type LegacyDeploymentView,
  type LegacyWorkload,
} from './record.js';

/** As Kubernetes bounds them; names of this platform's own bots have an underscore. */
const NAMESPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/;
const LABEL_KEY = /^(?:[a-z0-9][a-z0-9.-]{0,252}\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/;
const LABELS_MAX = 16;

const namespace = kept(z.string().regex(NAMESPACE, 'must be the name of a namespace'));
const workloadName = kept(z.string().regex(NAME, 'must be the name of a workload'));
const labels = z
  .record(
    z.string().regex(LABEL_KEY, 'must be the key of a label'),
    z.string().regex(LABEL_VALUE, 'must be the value of a label'),
  )
  .refine((all) => Object.keys(all).length <= LABELS_MAX, `must be at most ${LABELS_MAX}`);

const lineSchema = z.object({
  id: idOf(isLegacyDeploymentId),
  account_id: kept(z.string().min(1)),
  name: kept(z.string().min(1).max(200)),
  framework: kept(z.string()),
  venue: kept(z.string().min(1).max(64)),
  exchange: kept(z.string()),
  mode: kept(z.string()),
  execution_mode: kept(z.string()),
  status: z.string().min(1).max(64),
  workload: kept(
    z.object({
      namespace,
      kind: kept(z.string().regex(/^[A-Za-z]{1,63}$/, 'must be the kind of a workload')),
      name: workloadName,
      uid: kept(z.string().regex(/^[\w-]{1,128}$/, 'must be a uid')),
      labels: kept(labels),
      container: workloadName,
    }),
  ),
  k8s_namespace: namespace,
  k8s_deployment_name: workloadName,
  config: kept(z.record(z.string(), z.json())),
  code: kept(z.string()),
  created_at: kept(instant),
});
type Line = z.output<typeof lineSchema>;

/** The older words for the two modes, and these themselves. */
const modes: ReadonlyMap<string, LegacyDeploymentView['mode']> = new Map([
  ['live', 'live'],
  ['dry-run', 'paper'],
  ['paper', 'paper'],
]);

/** What one line of an export amounts to. */
type ParsedLine = { readonly kind: 'record'; readonly record: LegacyDeployment } | Malformed;

/** Reads one line of an export: returns a record, or why it isn't one. What is well-formed but unclear becomes an ambiguous record. */
export function parseLegacyDeployment(text: string): ParsedLine {
  const read = readLine(text, lineSchema);
  return read.kind === 'malformed' ? read : { kind: 'record', record: toRecord(read.line) };
}

function toRecord(line: Line): LegacyDeployment {
  const view = viewOf(line);
  const workload = workloadOf(line);
  const reasons = reasonsOf(ambiguities(line));
  const { code, config } = line;
  const known = {
    _id: line.id,
    digest: canonicalHash(line),
    storedStatus: line.status,
    ...(line.account_id !== undefined && { accountId: line.account_id }),
    ...(code !== undefined && config !== undefined && { strategy: { code, configJson: JSON.stringify(config) } }),
  };
  if (reasons.length > 0 || view === undefined || workload === undefined)
    return { ...known, state: 'ambiguous', reasons };
  return { ...known, state: 'readable', view, workload };
}

function viewOf(line: Line): LegacyDeploymentView | undefined {
  const { name, code, created_at: createdAt } = line;
  const [venue] = venuesOf(line);
  const [mode] = modesOf(line);
  if (name === undefined || venue === undefined || mode === undefined || createdAt === undefined) return undefined;
  const symbols = exchangeOf(line.config)?.pair_whitelist ?? [];
  const codeSha256 = code === undefined ? undefined : createHash('sha256').update(code).digest('hex');
  return { name, venue, mode, symbols, createdAt, ...(codeSha256 !== undefined && { codeSha256 }) };
}

function workloadOf({ workload, k8s_namespace, k8s_deployment_name }: Line): LegacyWorkload | undefined {
  const where = workload?.namespace ?? k8s_namespace;
  const name = workload?.name ?? k8s_deployment_name;
  const { kind, uid, container, labels: wanted = {} } = workload ?? {};
  if (where === undefined || name === undefined || kind === undefined || uid === undefined) return undefined;
  return {
    ...{ namespace: where, kind, name, uid },
    labels: Object.entries(wanted).map(([key, value]) => ({ key, value })),
    ...(container !== undefined && { container }),
  };
}

function venuesOf(line: Line): string[] {
  const named = [line.venue, line.exchange, exchangeOf(line.config)?.name];
  return [...new Set(named.filter((each) => each !== undefined))];
}

/** What the line says of its mode, each once; undefined for a word that is none. */
function modesOf(line: Line): (LegacyDeploymentView['mode'] | undefined)[] {
  const dryRun = line.config?.['dry_run'];
  const byConfig = typeof dryRun === 'boolean' ? (dryRun ? 'paper' : 'live') : undefined;
  const words = [line.mode, line.execution_mode, byConfig].filter((each) => each !== undefined);
  return [...new Set(words.map((word) => modes.get(word)))];
}

/** Why a record can not be taken for what it says; none of them holds where it can. */
function ambiguities(line: Line): (readonly [boolean, string])[] {
  const { workload } = line;
  const said = modesOf(line);
  return [
    [line.account_id === undefined, 'it names no account'],
    [line.name === undefined, 'it has no name'],
    [line.framework !== 'freqtrade', 'it does not name freqtrade as its framework'],
    [venuesOf(line).length !== 1, 'it does not name one venue'],
    [said.length !== 1 || said[0] === undefined, 'it does not name one mode'],
    [line.created_at === undefined, 'it does not say when it was created'],
    [workloadOf(line) === undefined, 'it does not name a workload by namespace, kind, name and uid'],
    [Object.keys(workload?.labels ?? {}).length === 0, 'it names no labels of its workload'],
    [disagree(workload?.namespace, line.k8s_namespace), 'its two namespaces differ'],
    [disagree(workload?.name, line.k8s_deployment_name), 'its two names of its workload differ'],
  ];
}
