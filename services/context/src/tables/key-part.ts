/** Returns a name as one part of an object key; `=2F` stands for a character that a key can't hold. */
export function keyPart(name: string): string {
  const hex = (character: string) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return name.replaceAll(/[^A-Za-z0-9-]/g, hex);
}

/** Returns the name of a part of an object key. */
export function nameOf(part: string): string {
  return part.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
