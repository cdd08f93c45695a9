/** A name as one part of an object key, in which `=2F` stands for a character that a key can't hold. */
export function keyPart(name: string): string {
  const hex = (character: string) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return name.replaceAll(/[^A-Za-z0-9-]/g, hex);
}
