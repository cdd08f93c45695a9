import { Platform } from '@platform/test/platform';

type Environment = Readonly<Record<string, string>>;

/** The effort of a benchmark. */
export interface Effort {
  /** Returns the count or duration of a part: as its figures need, or a brief one. */
  amount(usual: number, brief: number): number;
  /** Measures a platform with this environment; it may kill and pause the platform's processes. */
  onPlatform<Result>(environment: Environment, measure: (platform: Platform) => Promise<Result>): Promise<Result>;
}

/** The full effort, each benchmark on its own platform. */
export const fullEffort: Effort = {
  amount: (usual) => usual,
  onPlatform: async (environment, measure) => {
    await using platform = await Platform.start('it is measured', environment);
    return await measure(platform);
  },
};

/** The smallest effort, which only shows that a benchmark still runs; all share one platform, which has the whole environment. */
export async function withBriefEffort(environment: Environment, run: (effort: Effort) => Promise<void>): Promise<void> {
  await using platform = await Platform.start('it is measured', environment);
  await run({ amount: (_usual, brief) => brief, onPlatform: (_environment, measure) => measure(platform) });
}
