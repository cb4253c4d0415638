/**
 * The part of the vendor's SDK that we use. Version 2 only has `subscribeToNewInAppMessages`; 2.4 adds
 * `subscribeToInAppMessage`; from 4.0 on the global is `braze` instead of `appboy`.
 */
export interface InAppSdk {
  initialize(apiKey: string, options: Readonly<Record<string, unknown>>): unknown;
  subscribeToInAppMessage?(receive: (message: unknown) => void): string | undefined;
  subscribeToNewInAppMessages?(receive: (messages: unknown) => unknown[]): string | undefined;
  removeSubscription?(id: string): void;
  openSession(): void;
  logInAppMessageImpression(message: unknown): unknown;
  logInAppMessageClick(message: unknown): unknown;
  /** Takes the button before the message. */
  logInAppMessageButtonClick(button: unknown, message: unknown): unknown;
  destroy?(): void;
  /** Removes everything that the SDK has stored in the browser. */
  wipeData?(): void;
  readonly HtmlMessage?: unknown;
  /** Holds the classes of versions before 4.0. */
  readonly ab?: { readonly HtmlMessage?: unknown };
}

const methods = [
  'initialize',
  'openSession',
  'logInAppMessageImpression',
  'logInAppMessageClick',
  'logInAppMessageButtonClick',
] as const;

/** The SDK among a window's globals; undefined if there is none with the methods that we use. */
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
