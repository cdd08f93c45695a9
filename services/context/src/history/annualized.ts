const HOURS_PER_YEAR = 8_760;

/** An hourly rate as a rate a year, without compounding. The one place where it is computed. */
export function annualizedRate(hourlyRate: number): number {
  return hourlyRate * HOURS_PER_YEAR;
}
