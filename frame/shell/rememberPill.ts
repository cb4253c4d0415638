import * as hostKeys from '../../bridge/hostKeys.ts';
import type { PillDrawing } from '../../bridge/records.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';

/** How long the pill must be at rest, in ms. Ours: a pill that moves with a footer is not written while the page scrolls. */
const restMs = 1_000;

export interface RememberPillPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly store: Pick<HostStore, 'read' | 'writeCookie' | 'remove'>;
  /** The page's `lang`. The loader of the next page looks the drawing up by that page's `lang`. */
  readonly lang: () => string;
}

/**
 * Stores the pill at rest in the page's store, where the loader of the next page finds it and shows it at once. `null` when
 * the page has no pill, undefined when the pill is not at rest.
 */
export function createPillMemory({ clock, lifetime, store, lang }: RememberPillPorts) {
  let cancel = (): void => {};
  lifetime.add(() => cancel());
  /**
   * What the page's store holds. Read once, at the first drawing, when the page has just sent its cookies. If another tab has
   * stored the pill of another language since, the same pill is not stored again.
   */
  let stored: Promise<string | null> | undefined;

  async function write(drawing: PillDrawing | null): Promise<void> {
    const value = drawing && { [lang()]: drawing };
    const text = value && JSON.stringify(value);
    if ((await stored) === text) return;
    stored = Promise.resolve(text);
    await (value ? store.writeCookie(hostKeys.drawing, value) : store.remove(hostKeys.drawing));
  }

  return (drawing: PillDrawing | null | undefined): void => {
    cancel();
    stored ??= store.read(hostKeys.drawing);
    if (drawing !== undefined) cancel = clock.after(restMs, () => void write(drawing));
  };
}
