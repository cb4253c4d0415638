import type { Log } from '../platform/log.ts';

/** The types that a notification can have (SH-163). */
export const notificationTypes: readonly string[] = ['note', 'post', 'chat note', 'interact-note'];

/** The actions of the rooms for developers. */
export interface ToolPorts {
  readonly log: Log;
  /** Shows a notification of a type. */
  readonly notify: (type: string) => Promise<unknown>;
  readonly openPane: () => void;
  /** Deletes the flags that the widget stores on the page, so that the next page is like a first visit. */
  readonly forget: () => Promise<void>;
}

export interface Tools {
  notify(type: unknown): Promise<void>;
  openPane(): void;
  forget(): Promise<void>;
}

/** Tools for trying the widget; downloaded in debug and demo mode only (SH-162). */
export function createTools(ports: ToolPorts): Tools {
  return {
    /** SH-163: an unknown type warns, and nothing shows. */
    async notify(type) {
      if (typeof type === 'string' && notificationTypes.includes(type)) await ports.notify(type);
      else ports.log.warn('A debug notification needs a valid type. Nothing is shown.', String(type));
    },
    openPane: ports.openPane,
    forget: ports.forget,
  };
}
