/** Our element, with what the loader of a later tag needs: it ends this widget if its own settings are others (F-PG22). */
interface Host extends HTMLElement {
  /** As JSON. */
  settings: string;
  end(): void;
}

/** Our one element on the page, and the two inside it. */
export const host = document.createElement('div') as unknown as Host;
export const shadow = host.attachShadow({ mode: 'open' });
export const pill = document.createElement('button');
export const iframe = document.createElement('iframe');
