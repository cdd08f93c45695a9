/**
 * Cases that have failed once, by suite: they are in every sample. Add a case here in the commit that fixes the fault it found, and
 * describe that fault.
 */
export const failedBefore: Readonly<Record<string, readonly string[]>> = {
  // Its output was cut off later than its test waited, on a busy machine.
  'hostile freqtrade strategies': ['a flood of log lines'],
  // Its nautilus runs were refused at once, so that there was no attack.
  attacks: ['runs without end in both frameworks (8)'],
};
