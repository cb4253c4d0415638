import type { ContactWidgetEvents } from './events.ts';

/** What the widget's events say about its frame. */
export interface FrameState {
  readonly isOpen: boolean;
  readonly unread: number;
  /** Ends with the widget. */
  readonly end: AbortController;
  /** Called when a message of the page restarts the widget, before the page is told. */
  onRestart: () => void;
  /** Tells the page of the end of a frame that is replaced, which cannot dispatch these events. */
  tellEnd(): void;
}

export const restartCommand = 'cm-update';
/** The messages with which a page restarts the widget. */
const restartCommands: readonly unknown[] = [restartCommand, 'cm-refresh'];

/** Call this before the frame starts: the pane may open before the widget is ready. */
export function followFrame(): FrameState {
  let isOpen = false;
  let unread = 0;
  const end = new AbortController();
  const { signal } = end;

  const state: FrameState = {
    get isOpen() {
      return isOpen;
    },
    get unread() {
      return unread;
    },
    end,
    onRestart: () => {},
    tellEnd() {
      if (isOpen) tell('cm-pane-hidden', null);
      if (unread > 0) tell('cm-unread', { count: 0 });
    },
  };

  document.addEventListener(
    'cm-pane-shown',
    () => {
      isOpen = true;
    },
    { signal },
  );
  document.addEventListener(
    'cm-pane-hidden',
    () => {
      isOpen = false;
    },
    { signal },
  );
  document.addEventListener(
    'cm-unread',
    ({ detail }) => {
      unread = detail.count;
    },
    { signal },
  );
  window.addEventListener(
    'message',
    ({ source, data }) => {
      // Its own `type`, or the message itself, as in the loader.
      if (source !== window || !restartCommands.includes(data?.type ?? data)) return;
      state.onRestart();
      state.tellEnd();
    },
    { signal },
  );
  return state;
}

/** Dispatches an event as the loader does. */
function tell<Name extends keyof ContactWidgetEvents>(name: Name, detail: ContactWidgetEvents[Name]): void {
  document.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}
