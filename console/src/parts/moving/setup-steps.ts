const WORDS = [
  ['reserve', 'Reserve the money'],
  ['transfer', 'Move it on the chain'],
  ['credit', 'Wait for the venue'],
  ['register', 'Register the wallet'],
] as const;

/** What a setup does, in order. */
export const STEPS: readonly string[] = WORDS.map(([, words]) => words);

/** How many steps are done while a setup is at one. A step that is not known yet is under way, after all others. */
export function stepsDone(step: string): number {
  if (step === 'done') return STEPS.length;
  const at = WORDS.findIndex(([name]) => name === step);
  return at === -1 ? STEPS.length - 1 : at;
}
