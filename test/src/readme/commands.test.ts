import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { Platform } from '../platform/platform.js';
import { blocksOfCommands, PAGES, scriptOf } from './commands.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUN_MS_MAX = 540_000;
/** The longest silence that a reader should wait through (docs/decisions/supervisor/processes-and-commands.md). */
const SILENCE_MS_MAX = 5_000;
const STARTS_MAX = 3;

/** Commands that can't run beside a platform that others use: they install, check or start one. */
const NOT_RUN = [
  ...['npm ci && npm run quickstart', 'npm ci && npm test'],
  'npm run datasets -- import --datadir ~/freqtrade/user_data/data/hyperliquid',
  'FEATURE_WITHDRAWAL_OTP=true npm start',
  'npm run ops -- backup /backups/monday --keys /elsewhere/monday',
  'DATA_DIR=/srv/new npm run ops -- restore /backups/monday --keys /elsewhere/monday',
  'npm run ops -- backup-oplog /backups/monday',
  'DATA_DIR=/srv/new npm run ops -- restore /backups/monday --keys /elsewhere/monday --at 2026-01-31T12:00:00.000Z',
  ...['npm run ops -- keys check', 'npm run ops -- keys restore', 'npm run ops -- deposits rescan 0'],
  ...['npm run ops -- deposits rescan 0 --network polygon', 'npm run ops -- ledger check'],
  'npm run ops -- ledger adjust <location> --amount=-10 --evidence="the database was lost" --by=<you>',
  'npm run ops -- ledger lift-fence <location>',
  ...['npm run ops -- setup list', 'npm run ops -- withdrawal list'],
  'npm run ops -- withdrawal write-off <withdrawal id> --evidence="<what the bridge has answered>" --by=<you>',
  ...['npm ci && npm run build && npm prune --omit=dev', 'npm start'],
  'deploy/kubernetes-secrets.sh make keys',
  'deploy/kubernetes-secrets.sh put keys --namespace=platform',
  'helm install trading-platform deploy/helm --namespace platform --values values.yaml',
  'helm test trading-platform --namespace platform',
  'kubectl --namespace platform get pods',
  'helm upgrade trading-platform deploy/helm --namespace platform --values values.yaml',
  'helm rollback trading-platform --namespace platform',
  'kubectl --namespace platform exec trading-platform-wallet-0 -- node --env-file=/run/keys/environment dist/ops-wallet.js ledger check',
  'kubectl --namespace platform exec trading-platform-execution-0 -- node --env-file=/run/keys/environment dist/ops-executions.js executions list',
  'helm uninstall trading-platform --namespace platform',
];

let platform: Platform;

beforeAll(async () => {
  platform = await Platform.shared();
}, RUN_MS_MAX);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await rm(`${ROOT}.try`, { recursive: true, force: true });
});

test('every guide is among the pages whose commands are run', () => {
  const guides = readdirSync(`${ROOT}docs/guides`).map((name) => `docs/guides/${name}`);
  expect(PAGES.slice(1).toSorted()).toEqual(guides.toSorted());
});

test('commands that are not run are known by name', () => {
  const lines = blocksOfCommands()
    .filter(({ language }) => language === 'console')
    .flatMap((block) => block.text.trim().split('\n'));
  expect(lines.map((line) => line.replace(/\s+#.*$/, ''))).toEqual(NOT_RUN);
});

/** How long a command may be silent: longer by some starts where the machine is so busy that a mere start takes seconds. */
async function silenceMsMax(): Promise<number> {
  const beganAtMs = performance.now();
  await run('npm run --silent sandbox -- --help');
  return SILENCE_MS_MAX + STARTS_MAX * (performance.now() - beganAtMs);
}

/** Runs a script as a reader's shell would; returns its output, and the line before its longest silence. */
async function run(script: string) {
  const { NODE_OPTIONS: _jestOnly, ...environment } = process.env;
  const shell = spawn('bash', ['-c', `exec 2>&1; ${script}`], {
    cwd: ROOT,
    env: { ...environment, DATA_DIR: platform.dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: RUN_MS_MAX,
  });
  let output = '';
  let heardAtMs = performance.now();
  let silence = { ms: 0, after: '' };
  const hear = (piece: string) => {
    const nowMs = performance.now();
    if (nowMs - heardAtMs > silence.ms) silence = { ms: nowMs - heardAtMs, after: output.slice(-500) };
    heardAtMs = nowMs;
    output += piece;
  };
  shell.stdout.setEncoding('utf8').on('data', hear);
  const [code]: (number | null)[] = await once(shell, 'close');
  hear('');
  return { code, output, silence };
}

test.each(sampled({ name: 'pages with commands', cases: PAGES, nameOf: (page) => page, count: 3 }))(
  'the commands of %s, pasted in order into a new shell, work and are never silent for five seconds',
  async (page) => {
    const { base_url: baseUrl } = await platform.descriptor();
    const script = scriptOf(page)
      .replaceAll('http://localhost:8080', baseUrl)
      .replaceAll('.data/sandbox.json', `${platform.dataDirectory}/sandbox.json`);
    const { code, output, silence } = await run(script);
    expect([code, code === 0 ? '' : output.slice(-3_000)]).toEqual([0, '']);
    if (silence.ms > SILENCE_MS_MAX && silence.ms > (await silenceMsMax()))
      throw new Error(`${Math.round(silence.ms)} ms of silence after: ${silence.after}`);
    if (page === 'docs/guides/money.md') expect(output).toMatch(/^confirmed$/m);
  },
  RUN_MS_MAX,
);
