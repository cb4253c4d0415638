/** Who uses the browser: `Ann`, `Bob`, or a guest, who is somebody else after each sign-out. A guest may turn out to be Ann. */
export interface People {
  /** Who the page names, or would. */
  readonly current: string;
  /** The last guest: a page that names nobody shows it to them. */
  readonly guest: string;
  signIn(name: 'Ann' | 'Bob'): void;
  signOut(): void;
  /** Whether the two names belong to one person, as far as the browser can know. */
  areSame(one: string, other: string): boolean;
}

export function createPeople(): People {
  /** Guests who have signed in. */
  const namesOf = new Map<string, string>();
  let guests = 1;
  let current = 'guest1';
  const rootOf = (name: string): string => namesOf.get(name) ?? name;
  const isGuest = (): boolean => current.startsWith('guest');

  return {
    get current() {
      return current;
    },
    get guest() {
      return `guest${guests}`;
    },
    signIn(name) {
      if (isGuest()) namesOf.set(current, name);
      current = name;
    },
    signOut() {
      if (isGuest()) return;
      guests += 1;
      current = `guest${guests}`;
    },
    areSame: (one, other) => rootOf(one) === rootOf(other),
  };
}
