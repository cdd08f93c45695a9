/** Returns how many items come before the first that does not meet a condition, which none after it meets. */
export function countWhile<Item>(items: readonly Item[], meets: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [item] = items.slice(middle, middle + 1);
    if (item !== undefined && meets(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
