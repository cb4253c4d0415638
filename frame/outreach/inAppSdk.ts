/**
 * The vendor's program as far as we use it, in the vendor's words (PROTOCOLS 5). Version 2 knows the array
 * subscription only, from 2.4 there is the single one as well, from 4.0 the global is `braze` instead of `appboy`.
 */
export interface InAppSdk {
  initialize(apiKey: string, options: Readonly<Record<string, unknown>>): unknown;
  subscribeToInAppMessage?(receive: (message: unknown) => void): string | undefined;
  subscribeToNewInAppMessages?(receive: (messages: unknown) => unknown[]): string | undefined;
  removeSubscription?(id: string): void;
  openSession(): void;
  logInAppMessageImpression(message: unknown): unknown;
  logInAppMessageClick(message: unknown): unknown;
  /** The button comes first. */
  logInAppMessageButtonClick(button: unknown, message: unknown): unknown;
  destroy?(): void;
  /** Removes all that it keeps in the browser. */
  wipeData?(): void;
  readonly HtmlMessage?: unknown;
  /** Where versions before 4.0 keep their classes. */
  readonly ab?: { readonly HtmlMessage?: unknown };
}

const methods = [
  'initialize',
  'openSession',
  'logInAppMessageImpression',
  'logInAppMessageClick',
  'logInAppMessageButtonClick',
] as const;

/** The program among a window's globals; undefined for what only looks like it. */
export function findInAppSdk(view: object): InAppSdk | undefined {
  const globals = view as { readonly braze?: unknown; readonly appboy?: unknown };
  return [globals.braze, globals.appboy].find(isInAppSdk);
}

export function isInAppSdk(value: unknown): value is InAppSdk {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const sdk = value as Readonly<Record<string, unknown>>;
  const canSubscribe = ['subscribeToInAppMessage', 'subscribeToNewInAppMessages'].some(
    (name) => typeof sdk[name] === 'function',
  );
  return canSubscribe && methods.every((name) => typeof sdk[name] === 'function');
}
