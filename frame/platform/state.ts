/** What `publish` needs of valtio. */
export interface Publisher {
  proxy<Value extends object>(value: Value): Value;
  ref<Value extends object>(value: Value): Value;
  subscribe(state: object, listener: () => void, notifyInSync: boolean): unknown;
}

/** The state of a store in the core. Its fields are replaced as a whole. */
export interface OwnState<State extends object> {
  /** A plain record before `publish`, then a valtio proxy: read it anew each time. */
  readonly state: State;
  change(part: Partial<State>): void;
  /** Calls back at once after every change, until the returned function is called. */
  watch(listener: () => void): () => void;
  /** Makes the state a valtio proxy, which views and rooms read, subscribe to and write. Once, when they arrive. */
  publish(valtio: Publisher): void;
}

/** Nothing before intent needs valtio, so it is not in the core: it comes with the rooms. */
export function createState<State extends object>(initial: State): OwnState<State> {
  let state = initial;
  let asWhole = (value: unknown): unknown => value;
  let isChanging = false;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };

  return {
    get state() {
      return state;
    },
    change(part) {
      const changed = Object.entries(part).filter(([name, value]) => !Object.is(Reflect.get(state, name), value));
      if (changed.length === 0) return;
      isChanging = true;
      Object.assign(state, Object.fromEntries(changed.map(([name, value]) => [name, asWhole(value)])));
      isChanging = false;
      notify();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish({ proxy, ref, subscribe }) {
      asWhole = (value) => (typeof value === 'object' && value !== null ? ref(value) : value);
      for (const value of Object.values(state)) asWhole(value);
      state = proxy(state);
      subscribe(state, () => isChanging || notify(), true);
    },
  };
}
