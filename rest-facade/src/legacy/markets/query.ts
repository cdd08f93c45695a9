// Why: docs/decisions/edge/older-intelligence.md

/** Returns what a search asks for: of the address of an event or a market the slug that it ends with; any other text as it is. */
export function queryOf(text: string): string {
  if (!/^https?:\/\/\S+$/i.test(text)) return text;
  const parts = URL.parse(text)?.pathname.split('/').filter(Boolean) ?? [];
  return parts.at(-1) ?? text;
}
