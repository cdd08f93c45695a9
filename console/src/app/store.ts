import { useEffect, useState } from 'preact/hooks';

/** A value that several components show. */
export interface Store<Value> {
  /** The value now. */
  get(): Value;
  /** Replaces it, and tells those who watch. */
  set(value: Value): void;
  /** Calls back at each change until the returned function is called. */
  watch(changed: () => void): () => void;
}

/** Returns a store that begins with a value. */
export function store<Value>(initial: Value): Store<Value> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of watchers) changed();
    },
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<Value>(from: Store<Value>): Value {
  const [value, setValue] = useState(() => from.get());
  useEffect(() => {
    const update = () => setValue(() => from.get());
    update();
    return from.watch(update);
  }, [from]);
  return value;
}
