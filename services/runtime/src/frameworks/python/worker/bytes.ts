const UNITS = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
] as const;

/** A limit in the largest unit that it fills, for example `4 GiB`. */
export function formatBytes(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
}

/** Rounded up, so that what is above a limit reads as above it: `4.1 GiB`. */
export function formatUsedBytes(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${Math.ceil((bytes / size) * 10) / 10} ${unit}`;
}
