const REDACTED = '[redacted]';

/** What an API secret, a token or a key in base64 is written with, as long as 32 bytes are. */
const RANDOM_TEXT = /[\w+/-]{43,}={0,2}/g;

/** Texts that look like secrets: keys and signatures, tokens, PEM blocks, logins in URLs, `password=…`. */
const SENSITIVE = [
  /-----BEGIN [\s\S]*?(-----END [A-Z ]+-----|$)/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\bbearer\s+\S+/gi,
  // Of digits alone is a token of a prediction market, which is public.
  /\b(?:0x[0-9a-f]{64,}|(?=\d*[a-f])[0-9a-f]{64,})\b/gi,
  /(?<=:\/\/)[^\s/@]+:[^\s/@]+(?=@)/g,
  /(?<![a-z\d])(?:secret|password|passphrase|(?:private|secret|api|access)[ _-]?key|token)["']?\s*[=:]\s*\S+/gi,
];

/** Returns a text with what looks like a secret written as `[redacted]`: for what venues answer and what strategies print. */
export function redact(text: string): string {
  const named = SENSITIVE.reduce((rest, pattern) => rest.replace(pattern, REDACTED), text);
  return named.replace(RANDOM_TEXT, (run) => (looksRandom(run) ? REDACTED : run));
}

/** A line of dashes and a module's path have no digit among letters. */
function looksRandom(run: string): boolean {
  return /\d/.test(run) && /[a-z]/i.test(run);
}
