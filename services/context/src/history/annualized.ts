const HOURS_PER_YEAR = 8_760;

/** Converts an hourly rate to a rate per year, without compounding. The only place where it is computed. */
export function annualizedRate(hourlyRate: number): number {
  return hourlyRate * HOURS_PER_YEAR;
}
