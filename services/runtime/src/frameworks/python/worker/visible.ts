/** What moves a terminal's cursor, changes its colours or turns the direction of its text; a tab does none of it. */
const ACTING = /(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A line as it may be shown anywhere: what would act on a terminal is written out, an escape for example as `\x1b`. */
export function visible(line: string): string {
  return line.replace(/\r$/, '').replaceAll(ACTING, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}
