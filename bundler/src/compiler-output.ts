/** The receivers of the compiler's output. */
interface Listeners {
  /** The progress. */
  readonly report: (line: string) => void;
  /** A line about what is wrong in the code. */
  readonly found: (line: string) => void;
}

const LISTED = /^ {4}\* \S*tsconfig\.json$/;
/** Begins with the time as the reader's locale writes it: `1:02:03 PM`, `13.02.03`, `13 h 02 min 03 s`, `下午1:02:03`, in any digits. */
const STATUS = /^[^(']{0,16}\p{Nd}{1,2}[^\p{Nd}(']{1,5}\p{Nd}{2}[^\p{Nd}(']{1,5}\p{Nd}{2}[^\p{Nd}(']{0,16} - /u;
const DECIDED = / - Project '(?<folder>.+)\/tsconfig\.json' (?:is|can't)/;
const BUILDING = / - Building project /;

/** Reads `tsc -b --verbose`, line by line: which of how many packages it compiles, and what it finds wrong. */
export function readCompiler({ report, found }: Listeners): (line: string) => void {
  let total = 0;
  let decided = 0;
  let latest = '';
  return (line) => {
    if (LISTED.test(line)) total += 1;
    else if (!STATUS.test(line)) {
      if (line.trim() !== '') found(line);
    } else if (BUILDING.test(line)) report(`compiling ${latest}, package ${decided} of ${total}`);
    else {
      const folder = DECIDED.exec(line)?.groups?.['folder'];
      if (folder === undefined) return;
      decided += 1;
      latest = folder;
    }
  };
}
