import { type ContactWidgetEventName, type ContactWidgetEvents, eventNames } from './events.ts';
import { type FrameState, followFrame, restartCommand } from './frameState.ts';
import { findHost, watchHost } from './host.ts';
import { type ContactWidgetUpdate, isSetting, suggestion, warn, warnOfUnknown } from './options.ts';
import { setAttribute } from './script.ts';

/** The widget on the page. */
export interface ContactWidgetHandle {
  readonly state: 'closed' | 'open' | 'destroyed';
  /** The number of messages that the visitor has not seen. */
  readonly unread: number;
  open(): void;
  close(): void;
  /**
   * Changes only the options that are named. A change of the user or of consent takes effect without a restart. Any other change
   * restarts the widget, which keeps its conversation.
   */
  update(options: ContactWidgetUpdate): void;
  /** Removes the widget. Resolves when nothing of it is left on the page. */
  destroy(): Promise<void>;
  /** Returns a function that removes the listener. After `destroy` there are no more calls. */
  on<Name extends ContactWidgetEventName>(
    name: Name,
    listener: (detail: ContactWidgetEvents[Name]) => void,
  ): () => void;
}

export interface HandleFacts {
  /** Its attributes are the settings. */
  readonly script: HTMLScriptElement | undefined;
  readonly options: ContactWidgetUpdate;
  /** Followed since before the frame has started. By default, from now on. */
  readonly frame?: FrameState;
  readonly onEnd: () => void;
}

/** Call this when the widget is ready. `options` are those that it has started with. */
export function createHandle({ script, options, frame = followFrame(), onEnd }: HandleFacts): ContactWidgetHandle {
  let isDestroyed = false;
  let updates = 0;
  /** The options that have been passed on. */
  const applied: Record<string, unknown> = { ...options };
  /** From a change that needs a restart until the widget is ready again. Commands wait for that. */
  let isRestarting = false;
  /** From the request for a restart until the loader receives it. Until then, the frame that is being replaced is still there. */
  let isRestartRequested = false;
  const waiting: string[] = [];
  const { end } = frame;
  const { signal } = end;
  let gone = (): void => {};
  const isGone = new Promise<void>((resolve) => {
    gone = resolve;
  });

  function post(type: string): void {
    if (isDestroyed) return;
    if (isRestarting) waiting.push(type);
    else send(type);
  }

  /** Restarts once for all changes in one task. Also during a restart, because the new frame may have read the settings already. */
  function restart(): void {
    isRestarting = true;
    frame.tellEnd();
    if (isRestartRequested) return;
    isRestartRequested = true;
    queueMicrotask(() => {
      if (!isDestroyed) send(restartCommand);
    });
  }

  /** Warns the developer that a call has no effect. */
  function isTooLate(member: string): boolean {
    if (!isDestroyed) return false;
    warn(`The widget was destroyed, so ${member} has no effect. Call loadContactWidget to bring it back.`);
    return true;
  }

  const on: ContactWidgetHandle['on'] = (name, listener) => {
    if (!eventNames.includes(name)) warn(`There is no event "${name}".${suggestion(name, eventNames)}`);
    if (isTooLate('on()')) return () => {};
    const call = (event: Event): void => listener((event as CustomEvent<ContactWidgetEvents[typeof name]>).detail);
    document.addEventListener(name, call, { signal });
    return () => document.removeEventListener(name, call);
  };

  frame.onRestart = () => {
    isRestarting = true;
    isRestartRequested = false;
  };
  on('cm-app-ready', () => {
    // This may be the frame that is being replaced, if an earlier restart has just ended.
    if (isRestartRequested) return;
    isRestarting = false;
    for (const type of waiting.splice(0)) post(type);
  });

  // The loader also leaves on its own, or when another script asks it to. A refresh puts it back at once.
  const observer = watchHost(() => {
    if (findHost()) return;
    observer.disconnect();
    isDestroyed = true;
    end.abort();
    // Otherwise the next call would mistake it for a script that is still loading.
    script?.remove();
    // Otherwise the next widget would begin with this one's visitor.
    clearGlobals(applied);
    onEnd();
    gone();
  });

  return {
    get state() {
      if (isDestroyed) return 'destroyed';
      return frame.isOpen ? 'open' : 'closed';
    },
    get unread() {
      return frame.unread;
    },
    open: () => {
      if (!isTooLate('open()')) post('cm-open');
    },
    close: () => {
      if (!isTooLate('close()')) post('cm-close');
    },
    on,

    update(changes) {
      warnOfUnknown(changes);
      if (isDestroyed) return;
      const changed = Object.entries(changes).filter(([name, value]) => value !== applied[name]);
      const mustRestart = changed.some(([name, value]) => restarts(name, value, applied[name]));
      Object.assign(applied, changes);
      for (const [name, value] of changed) {
        if (isGlobal(name)) setGlobal(name, value);
        if (script && isSetting(name)) setAttribute(script, name, value);
      }
      if (mustRestart) {
        restart();
      } else if (changed.length > 0) {
        // The loader reads the page again when something in it changes.
        updates++;
        script?.setAttribute('data-updates', `${updates}`);
      }
    },

    destroy() {
      isRestarting = false;
      post('cm-destroy');
      isDestroyed = true;
      end.abort();
      script?.remove();
      return isGone;
    },
  };
}

const send = (type: string): void => window.postMessage({ type }, location.origin);

const globals = { user: 'contactWidgetUser', config: 'contactWidgetConfig' } as const;
type GlobalOption = keyof typeof globals;

const isGlobal = (name: string): name is GlobalOption => Object.hasOwn(globals, name);

const writtenKey = Symbol.for('contact-widget-written');

/** The values that this package has written. Every copy of the package on the page shares them. */
function written(): Partial<Record<GlobalOption, unknown>> {
  const page = window as { [writtenKey]?: Partial<Record<GlobalOption, unknown>> };
  page[writtenKey] ??= {};
  return page[writtenKey];
}

export function setGlobal(name: GlobalOption, value: unknown): void {
  // The page may have passed on its own value.
  if (window[globals[name]] === value) return;
  written()[name] = value;
  if (value === undefined) delete window[globals[name]];
  else Object.assign(window, { [globals[name]]: value });
}

/** The options of these that this package has written to the page's globals, and that are still there. */
export function globalsOf(options: ContactWidgetUpdate): readonly GlobalOption[] {
  const names = Object.keys(globals) as GlobalOption[];
  return names.filter((name) => {
    const value = written()[name];
    return value !== undefined && options[name] === value && window[globals[name]] === value;
  });
}

/** What the page has set itself stays, unless an option has replaced it. */
export function clearGlobals(options: ContactWidgetUpdate): void {
  for (const name of globalsOf(options)) setGlobal(name, undefined);
}

function restarts(name: string, value: unknown, before: unknown): boolean {
  if (name === 'config') return withoutConsent(value) !== withoutConsent(before);
  return isSetting(name);
}

/** Of the config object, only the answers about consent take effect without a restart. */
function withoutConsent(config: unknown): string {
  return JSON.stringify({ ...(config as object | undefined), consent: undefined });
}
