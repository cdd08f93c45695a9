/** Invisible characters, characters that change the direction of text, and halves of surrogate pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The parts of emoji beside pictures: a style (for a digit within a keycap only, since it is invisible elsewhere), and the joiner between
 * two.
 */
const EMOJI_PARTS =
  /(?<=(?![0-9#*])\p{Emoji})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}[\ufe0f\p{EMod}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Scripts that are written with the two joiners between letters (Unicode, UAX 31, A1 to B). */
const JOINED =
  '[\\p{sc=Arab}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]';
const JOINERS = new RegExp(`(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`, 'gu');

/** The rule for names that users choose; it follows the name of the field. */
export const plainNameRule = 'must not hold control characters, invisible ones or ones that turn the direction of text';

/**
 * Returns whether users may give this name to a key or a backtest: two names that look alike are equal, and each is displayed as it is
 * written. Joiners count as letters where emoji and scripts need them.
 */
export function isPlainName(text: string): boolean {
  return !UNSEEN.test(text.replaceAll(EMOJI_PARTS, '').replaceAll(JOINERS, ''));
}
