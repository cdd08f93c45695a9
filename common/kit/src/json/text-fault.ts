/** How much a JSON text may hold: far more than any request needs, and little enough to be processed in one go. */
export interface TextBounds {
  /** Levels of objects and lists, the outermost included. */
  readonly levelsMax: number;
  /** Names of fields, in all objects together. */
  readonly namesMax: number;
  /** Values, in all objects and lists together. */
  readonly valuesMax: number;
}

/** The limits of every entrance. */
export const textBounds: TextBounds = { levelsMax: 1_000, namesMax: 10_000, valuesMax: 50_000 };

/** The fault of a text, and its field; the message completes “the body …”, or the name of the field. */
export interface TextFault {
  /** Names of fields and numbers of items, the outermost first; empty for the whole text. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** An object or a list that is being read. */
interface Level {
  readonly isObject: boolean;
  /** Whether the next string is a name. */
  expectsName: boolean;
  /** The current place: the name that was read last, or the number of items before. */
  name: string;
  items: number;
  names: Set<string> | undefined;
}

/**
 * Returns why a JSON text is refused before it is parsed: too deep, too many names or values, or an object that has a name twice, where
 * parsers silently keep the last value. One pass without recursion; the parser refuses text that is not JSON.
 */
export function textFaultOf(text: string, bounds: TextBounds = textBounds): TextFault | undefined {
  const levels: Level[] = [];
  let names = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const level = levels.at(-1);
    switch (text.charCodeAt(index)) {
      case QUOTE: {
        const end = endOfString(text, index);
        if (end === undefined) return undefined;
        if (level?.expectsName === true) {
          names += 1;
          if (names > bounds.namesMax) return fault(`holds more than ${bounds.namesMax} names of fields`);
          if (!takeName(level, text.slice(index, end + 1))) return { path: pathOf(levels), message: 'is given twice' };
        }
        index = end;
        break;
      }
      case OPENING_BRACE:
      case OPENING_BRACKET: {
        if (levels.length >= bounds.levelsMax) return fault(`is nested deeper than ${bounds.levelsMax} levels`);
        const isObject = text.charCodeAt(index) === OPENING_BRACE;
        levels.push({ isObject, expectsName: isObject, name: '', items: 0, names: undefined });
        values += 1;
        break;
      }
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        levels.pop();
        break;
      case COMMA:
        values += 1;
        if (level === undefined) return undefined;
        level.expectsName = level.isObject;
        level.items += 1;
        break;
    }
    if (values > bounds.valuesMax) return fault(`holds more than ${bounds.valuesMax} values`);
  }
  return undefined;
}

function fault(message: string): TextFault {
  return { path: [], message };
}

/** Returns the index of the quote that ends the string that begins here. */
function endOfString(text: string, start: number): number | undefined {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // A backslash before the quote escapes it, unless it is escaped itself.
    if ((end - before) % 2 === 1) return end;
  }
  return undefined;
}

/** Records a name; returns false where the object has it already, however either is escaped. */
function takeName(level: Level, quoted: string): boolean {
  level.expectsName = false;
  level.name = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  level.names ??= new Set();
  if (level.names.has(level.name)) return false;
  level.names.add(level.name);
  return true;
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // The parser refuses it.
    return quoted;
  }
}

function pathOf(levels: readonly Level[]): TextFault['path'] {
  return levels.map(({ isObject, name, items }) => (isObject ? name : items));
}
