/** A figure that was measured and simulated. */
export interface Compared {
  readonly what: 'throughput' | 'processor' | 'counter' | 'median' | 'high quantile';
  readonly name: string;
  readonly multiple: number;
  readonly measured: number;
  readonly simulated: number;
  /** How much the measured figure differs from itself, piece by piece, as a part of it: twice the standard error; 0 for latencies. */
  readonly noise: number;
}

/**
 * How far the model may be from what was measured, at 1× and at 2×: written down before the figures were measured, and not changed since.
 * What misses is named in `agreement.test.ts` and in docs/scale.md.
 */
interface Tolerance {
  /** The model as a part of what was measured. */
  readonly from: number;
  readonly to: number;
  /** So much is no difference, whatever it is a part of: some of the kernel's ticks, or steps of its scheduler. */
  readonly least: number;
}

const TOLERANCES: Readonly<Record<Compared['what'], Tolerance>> = {
  throughput: { from: 0.98, to: 1.02, least: 0 },
  processor: { from: 0.75, to: 1.25, least: 0.01 },
  counter: { from: 0.7, to: 1.3, least: 0.1 },
  median: { from: 0.5, to: 1.5, least: 3 },
  'high quantile': { from: 0.5, to: 2, least: 3 },
};

/** Returns whether the model is as near as it must be, or within the noise of the measured figure. */
export function isWithin({ what, measured, simulated, noise }: Compared): boolean {
  const { from, to, least } = TOLERANCES[what];
  return (
    simulated >= measured * Math.min(from, 1 - noise) - least && simulated <= measured * Math.max(to, 1 + noise) + least
  );
}
