/** Noise that is a function of its key: the same key makes the same draws on every machine and after every restart. */

/** Returns a key made of another one and a number. */
export function keyWith(key: number, part: number): number {
  return scramble(Math.imul(key ^ scramble(part | 0), 0x9e3779b1));
}

/** Returns the key of a name under a seed. */
export function keyOfName(seed: number, name: string): number {
  let key = scramble(seed | 0);
  for (let index = 0; index < name.length; index += 1) key = keyWith(key, name.charCodeAt(index));
  return key;
}

/** A sequence of independent draws of one key. */
export class Draws {
  #state: number;

  constructor(key: number) {
    this.#state = key | 0;
  }

  /** Returns a uniform draw on (0, 1), both ends excluded. */
  uniform(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return ((scramble(this.#state) >>> 0) + 0.5) / 4_294_967_296;
  }

  /** Returns a standard normal draw. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }
}

/** Returns the first normal draw of a key. */
export function normalOf(key: number): number {
  return new Draws(key).normal();
}

/** Returns noise along a line: normal at every whole position, smooth in between. */
export function smoothNoise(key: number, position: number): number {
  const left = Math.floor(position);
  const share = position - left;
  const ease = share * share * (3 - 2 * share);
  return normalOf(keyWith(key, left)) * (1 - ease) + normalOf(keyWith(key, left + 1)) * ease;
}

/** Spreads every bit over the whole word. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
