import type { Log } from '../platform/log.ts';
import type { HelperMode } from './mode.ts';

/** What the rooms let a developer do; each is undefined while its room is not there. */
export interface HelperPorts {
  readonly mode: () => HelperMode | undefined;
  readonly log: Log;
  /** Shows a notification of a type; false when there is no such type. */
  readonly notify: ((type: string) => boolean | Promise<boolean>) | undefined;
  /** Shows the pop-up without waiting for its time. */
  readonly showPopUp: (() => void) | undefined;
  readonly openPane: () => void;
  /** Forgets the flags that the widget keeps on the page, so that everything happens as on a first visit. */
  readonly forget: () => Promise<void>;
}

export interface Helpers {
  notify(type: unknown): Promise<void>;
  showPopUp(): void;
  openPane(): void;
  forget(): Promise<void>;
}

/** Tools for trying the widget, in debug and demo mode only; elsewhere a call warns and does nothing (SH-162). */
export function createHelpers(ports: HelperPorts): Helpers {
  function mayRun(name: string): boolean {
    if (ports.mode() !== undefined) return true;
    ports.log.warn(`The helper ${name} works in debug or demo mode only.`);
    return false;
  }

  return {
    /** SH-163: an unknown type warns, and nothing shows. */
    async notify(type) {
      if (!mayRun('notify')) return;
      const isShown = typeof type === 'string' && ports.notify !== undefined && (await ports.notify(type));
      if (!isShown) ports.log.warn('A debug notification needs a valid type; nothing is shown.', String(type));
    },
    showPopUp() {
      if (mayRun('showPopUp')) ports.showPopUp?.();
    },
    openPane() {
      if (mayRun('openPane')) ports.openPane();
    },
    async forget() {
      if (mayRun('forget')) await ports.forget();
    },
  };
}
