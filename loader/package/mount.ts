import type { ContactWidgetError } from './errors.ts';
import { type ContactWidgetHandle, globalsOf } from './handle.ts';
import { loadContactWidget } from './loadContactWidget.ts';
import { type ContactWidgetOptions, warn } from './options.ts';

/** What the mounted components have passed on last. They share one widget. */
const mounted = new Set<() => ContactWidgetOptions>();

export interface MountListeners {
  onReady(widget: ContactWidgetHandle): void;
  /** Without it, the sentence of the error is a warning in the console. */
  readonly onError: ((error: ContactWidgetError) => void) | undefined;
}

export interface WidgetListeners {
  onOpen(): void;
  onClose(): void;
  onUnread(count: number): void;
}

/**
 * Reports the pane and the unread messages to a component, at once if the pane is open or there are unread messages. Returns the function
 * that stops it.
 */
export function listenTo(widget: ContactWidgetHandle, { onOpen, onClose, onUnread }: WidgetListeners): () => void {
  const stops = [
    widget.on('cm-pane-shown', onOpen),
    widget.on('cm-pane-hidden', onClose),
    widget.on('cm-unread', ({ count }) => onUnread(count)),
  ];
  if (widget.state === 'open') onOpen();
  if (widget.unread > 0) onUnread(widget.unread);
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Loads the widget for a component, whose newest options `optionsOf` returns. Returns the function to call when the component unmounts.
 * After the current task, it takes back the component's user and config, and removes the widget if no component is left. A route change
 * and React's strict mode unmount and mount again within one task.
 */
export function mountContactWidget(optionsOf: () => ContactWidgetOptions, listeners: MountListeners): () => void {
  let isMounted = true;
  const own = () => optionsOf();
  mounted.add(own);
  const loading = loadContactWidget(own());
  loading.then(
    (widget) => {
      if (widget && isMounted) listeners.onReady(widget);
    },
    (error: ContactWidgetError) => {
      if (!isMounted) return;
      if (listeners.onError) listeners.onError(error);
      else warn(error.message);
    },
  );
  return () => {
    isMounted = false;
    mounted.delete(own);
    const last = own();
    setTimeout(async () => {
      const widget = await loading.catch(() => null);
      if (mounted.size === 0) void widget?.destroy();
      else for (const name of globalsOf(last)) widget?.update({ [name]: newestOf(name) });
    });
  };
}

/** The value of the component that has mounted last, of those that have one. */
function newestOf(name: 'user' | 'config'): unknown {
  let newest: unknown;
  for (const optionsOf of mounted) newest = optionsOf()[name] ?? newest;
  return newest;
}
