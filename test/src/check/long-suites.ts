import { draw } from '@platform/kit/sampling';
import { areas, onlyInWholeRuns } from './areas.js';

/** The files of an area that a run has. */
export interface DrawnArea {
  readonly name: string;
  readonly files: readonly string[];
  /** Of how many they were drawn. */
  readonly of: number;
}

/** Every file that some samples leave out. */
export const longSuites = [...areas.flatMap(({ files }) => files), ...onlyInWholeRuns];

/** Returns the files of each area that the seed draws, none in real time. */
export function drawnAreas(seed: string): readonly DrawnArea[] {
  return areas.map(({ name, count, files }) => ({
    name,
    files: draw(seed, { name: `files of ${name}`, cases: files, nameOf: (file) => file, count }),
    of: files.length,
  }));
}

/** Returns the files that a run leaves out: none where every case is tried, else those that the seed does not draw. */
export function notDrawn(seed: string | undefined): readonly string[] {
  if (seed === undefined) return [];
  const drawn = new Set(drawnAreas(seed).flatMap(({ files }) => files));
  return longSuites.filter((file) => !drawn.has(file));
}
