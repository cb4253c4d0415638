import type { PillDrawing } from '../../bridge/records.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';

/** How long the pill must be at rest, in ms: a pill that moves with a footer is not stored while the page scrolls. */
const restMs = 1_000;

export interface RememberPillPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly host: Pick<RemoteHost, 'storePill'>;
  /** The page's `lang`. The loader of the next page looks the drawing up by that page's `lang`. */
  readonly lang: () => string;
  /** The visitor or the address has chosen another locale than the page's, which the next page does not know. */
  readonly isLocaleChosen: () => boolean | undefined;
}

/**
 * Stores the pill at rest on the page, where the loader of the next page finds it and shows it at once. `null` when the page
 * has no pill, undefined when the pill is not at rest.
 */
export function createPillMemory({ clock, lifetime, host, lang, isLocaleChosen }: RememberPillPorts) {
  let cancel = (): void => {};
  lifetime.add(() => cancel());

  return (drawing: PillDrawing | null | undefined): void => {
    cancel();
    if (drawing === undefined) return;
    cancel = clock.after(restMs, () => {
      if (drawing && isLocaleChosen()) return;
      void host.storePill(drawing ? JSON.stringify({ [lang()]: drawing }) : '');
    });
  };
}
