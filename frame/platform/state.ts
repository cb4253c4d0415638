/** The functions of valtio that `publish` needs. */
export interface Publisher {
  proxy<Value extends object>(value: Value): Value;
  ref<Value extends object>(value: Value): Value;
  subscribe(state: object, listener: () => void, notifyInSync: boolean): unknown;
}

/** The state of a store in the core. Its fields are replaced as a whole, never mutated. */
export interface OwnState<State extends object> {
  /** A plain object before `publish`, then a valtio proxy. Do not keep a reference. */
  readonly state: State;
  change(part: Partial<State>): void;
  /** Calls the listener synchronously after every change. The returned function removes it. */
  watch(listener: () => void): () => void;
  /** Turns the state into a valtio proxy, for views and rooms. Called once, when the rooms are downloaded. */
  publish(valtio: Publisher): void;
}

/** Nothing before intent needs valtio, so it is downloaded with the rooms. */
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
      isChanging = true;
      for (const [name, value] of changed) Reflect.set(state, name, asWhole(value));
      isChanging = false;
      if (changed.length > 0) notify();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish({ proxy, ref, subscribe }) {
      asWhole = (value) => (typeof value === 'object' && value !== null ? ref(value) : value);
      // For its effect: valtio's `ref` marks the value itself, so that `proxy` leaves it as it is.
      for (const value of Object.values(state)) asWhole(value);
      state = proxy(state);
      subscribe(state, () => isChanging || notify(), true);
    },
  };
}
