import { Platform } from '@platform/test/platform';

type Environment = Readonly<Record<string, string>>;

/** How much a benchmark does. */
export interface Effort {
  /** How often or how long a part goes on: as its figures need, or briefly. */
  amount(usual: number, brief: number): number;
  /** Measures a platform with this environment; it may kill and pause the platform's processes. */
  onPlatform<Result>(environment: Environment, measure: (platform: Platform) => Promise<Result>): Promise<Result>;
}

/** As the figures need, each benchmark on a platform of its own. */
export const fullEffort: Effort = {
  amount: (usual) => usual,
  onPlatform: async (environment, measure) => {
    await using platform = await Platform.start('it is measured', environment);
    return await measure(platform);
  },
};

/** So little that a benchmark only shows that it still runs, all of them on one platform, which has the whole environment. */
export async function withBriefEffort(environment: Environment, run: (effort: Effort) => Promise<void>): Promise<void> {
  await using platform = await Platform.start('it is measured', environment);
  await run({ amount: (_usual, brief) => brief, onPlatform: (_environment, measure) => measure(platform) });
}
