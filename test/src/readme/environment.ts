import { SETTINGS } from '@platform/bundler';
import { z } from 'zod';

const EVERY_PROCESS = ['every process', 'common/lifecycle/dist/prepare.js', 'processSettings'] as const;
/** The environment of this process is only ever set for it. */
const INTERNAL = 'sandbox';

/** The processes whose environment a reader may set, with the module that declares it and the name it is exported by. */
const DECLARATIONS = [
  ['npm start', 'supervisor/dist/settings.js', 'settings'],
  ['npm start', 'supervisor/dist/settings.js', 'OUTSIDE'],
  EVERY_PROCESS,
  ...Object.entries(SETTINGS).flatMap(([name, module]) =>
    name === INTERNAL ? [] : [[name, module, 'settings'] as const],
  ),
] as const;

const shapeSchema = z.record(z.string(), z.instanceof(z.ZodType));

interface Variable {
  readonly meaning: string;
  readonly readers: Set<string>;
  /** The defaults, each with the processes that use it. */
  readonly presets: Map<string, Set<string>>;
}

/** The variables that every process reads beside its own. */
export async function commonVariables(): Promise<string[]> {
  const [, module, name] = EVERY_PROCESS;
  return Object.keys(await shapeOf(module, name));
}

async function shapeOf(module: string, name: string): Promise<Record<string, z.ZodType>> {
  const declared: Record<string, unknown> = await import(new URL(`../../../${module}`, import.meta.url).href);
  return shapeSchema.parse(declared[name]);
}

/** Returns every variable of the platform's processes as Markdown rows: name, who reads it, default, meaning; from the schemas. */
export async function environmentTable(): Promise<string> {
  const variables = new Map<string, Variable>();
  for (const [reader, module, name] of DECLARATIONS) {
    for (const [variable, schema] of Object.entries(await shapeOf(module, name))) {
      const known = variables.get(variable) ?? {
        meaning: schema.description ?? '',
        readers: new Set(),
        presets: new Map(),
      };
      variables.set(variable, known);
      // Set all together or none: unset, the sandbox's are used.
      const preset = name === 'OUTSIDE' ? UNSET : presetOf(schema);
      known.readers.add(reader);
      known.presets.set(preset, (known.presets.get(preset) ?? new Set()).add(reader));
    }
  }
  const rows = [...variables].map(
    ([name, { readers, presets, meaning }]) =>
      `| \`${name}\` | ${[...readers].join(', ')} | ${presetsOf(presets)} | ${meaning} |`,
  );
  return ['| variable | read by | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const UNSET = 'unset';

/** Returns the default that readers share, or that of the first with those of the others. */
function presetsOf(presets: Variable['presets']): string {
  const [[first = ''] = [], ...others] = [...presets];
  return [first, ...others.map(([preset, readers]) => `${preset} for ${[...readers].join(', ')}`)].join('; ');
}

function presetOf(schema: z.ZodType): string {
  const unset = schema.safeParse(undefined);
  if (!unset.success) return 'required';
  return ['string', 'number', 'boolean'].includes(typeof unset.data) ? `\`${unset.data}\`` : UNSET;
}

const START = '<!-- environment: written by npm run generate -->';
const END = '<!-- /environment -->';

/** Returns the README with the table in its place. Throws when the place is not marked. */
export function withEnvironmentTable(readme: string, table: string): string {
  const from = readme.indexOf(START);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error('README.md has no marked place for the environment');
  return `${readme.slice(0, from + START.length)}\n${table}\n${readme.slice(to)}`;
}
