/** The programs that judge the chart: Helm, and kubeconform with the schemas of Kubernetes' own API. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  defaultCacheDirectory,
  fetchWheelFile,
  provision,
  provisionGoProgram,
  withProgress,
} from '@platform/kit/provisioning';

const HELM = {
  name: 'helm',
  module: 'helm.sh/helm/v4',
  version: 'v4.3.2',
  sum: 'h1:zdd8DgKTlLrlYIzdoAntDHLH0V3RkgNIpQ3yjzuD84M=',
};
const KUBECONFORM = {
  name: 'kubeconform',
  module: 'github.com/yannh/kubeconform',
  version: 'v0.8.0',
  sum: 'h1:loDYd3a3spjIFrauqW67CDKF55Oo9R6uvC8AvpVd4ug=',
};
/** Made of the API's own OpenAPI document; in the strict ones no object has a field that the API does not know. */
const SCHEMAS = 'kubernetes-strict';
const WHEEL = {
  requirement: 'kubernetes-validate==1.37.0',
  fileName: 'kubernetes_validate-1.37.0-py3-none-any.whl',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
  path: 'kubernetes_validate/kubernetes-json-schema/v1.37.0-local-strict',
};
/** How each schema there names the others: by an address at which nothing is. */
const REFERENCE = /"\/api\/_definitions\.json#/g;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Both programs, by their paths, and the folder of schemas. */
interface Tools {
  readonly helm: string;
  readonly kubeconform: string;
  readonly schemas: string;
}

/** How a command ended. */
interface Outcome {
  readonly succeeded: boolean;
  readonly output: string;
}

/** Returns the tools; undefined where they can't be had here, which is said: `what` is skipped then. */
export async function provideTools(what: string): Promise<ChartTools | undefined> {
  return withProgress(process.stderr, 'helm and kubeconform', async (report) => {
    const from = { environment: process.env, report };
    const helm = await provisionGoProgram(HELM, from);
    const kubeconform = await provisionGoProgram(KUBECONFORM, from);
    for (const found of [helm, kubeconform])
      if (typeof found !== 'string') process.stderr.write(`skipped: ${what}: ${found.missing}\n`);
    if (typeof helm !== 'string' || typeof kubeconform !== 'string') return undefined;
    return new ChartTools({ helm, kubeconform, schemas: await provideSchemas(report) });
  });
}

async function provideSchemas(report: (line: string) => void): Promise<string> {
  const directory = await provision({
    cacheDir: defaultCacheDirectory(process.env),
    name: 'test-kubernetes-schemas',
    digest: createHash('sha256').update(`${WHEEL.sha256} ${WHEEL.path}`).digest('hex'),
    install: async (partial) => {
      const target = { directory: partial, name: SCHEMAS, mode: 0o755 };
      await fetchWheelFile(WHEEL, target, { env: process.env, report });
      await makeLocal(join(partial, SCHEMAS));
    },
    report,
  });
  return join(directory, SCHEMAS);
}

/** Has each schema find the others beside it. */
async function makeLocal(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    await chmod(file, 0o644);
    const { $id: _nowhere, ...schema } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(schema).replaceAll(REFERENCE, '"_definitions.json#'));
  }
}

/** What they say of a chart. */
export class ChartTools {
  constructor(private readonly tools: Tools) {}

  /** Runs Helm. It reads nothing of its user's own settings. */
  async helm(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const HELM_FOLDERS = Object.fromEntries(
      ['HELM_CACHE_HOME', 'HELM_CONFIG_HOME', 'HELM_DATA_HOME'].map((name) => [name, '/nonexistent']),
    );
    return outcomeOf(this.tools.helm, args, { ...HELM_FOLDERS, ...environment });
  }

  /** Compares the objects of files with the API's schemas: fields that it does not know and keys that come twice are faults. */
  async conforms(...files: readonly string[]): Promise<Outcome> {
    const location = join(this.tools.schemas, '{{.ResourceKind}}{{.KindSuffix}}.json');
    return outcomeOf(this.tools.kubeconform, ['-strict', '-summary', '-schema-location', location, ...files], {});
  }
}

async function outcomeOf(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const options = { env, maxBuffer: OUTPUT_BYTES_MAX };
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => ({ succeeded: true, output: stdout }),
    (error: { stdout?: string; stderr?: string; message: string }) => ({
      succeeded: false,
      output: `${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
    }),
  );
}
