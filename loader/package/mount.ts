import type { ContactWidgetError } from './errors.ts';
import type { ContactWidgetHandle } from './handle.ts';
import { loadContactWidget } from './loadContactWidget.ts';
import { type ContactWidgetOptions, warn } from './options.ts';

/** How many components are mounted. They share one widget. */
let mounted = 0;

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
 * Loads the widget for a component. Returns the function to call when the component unmounts. It removes the widget if no component
 * is left after the current task. A route change and React's strict mode unmount and mount again within one task.
 */
export function mountContactWidget(options: ContactWidgetOptions, listeners: MountListeners): () => void {
  let isMounted = true;
  mounted++;
  const loading = loadContactWidget(options);
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
    mounted--;
    setTimeout(async () => {
      const widget = await loading.catch(() => null);
      if (mounted === 0) void widget?.destroy();
    });
  };
}
