import type { ContactWidgetHandle } from './handle.ts';
import { loadContactWidget } from './loadContactWidget.ts';
import { type ContactWidgetOptions, warn } from './options.ts';

/** How many components are mounted. They share one widget. */
let mounted = 0;

export interface MountListeners {
  onReady(widget: ContactWidgetHandle): void;
  /** Without it, the sentence of the error is a warning in the console. */
  readonly onError: ((error: Error) => void) | undefined;
}

/**
 * Loads the widget for a component. Returns what to call when it unmounts: the widget goes when the last component has
 * gone and no other has come in the same task, as it does on a change of the route and in React's strict mode.
 */
export function mountContactWidget(options: ContactWidgetOptions, listeners: MountListeners): () => void {
  let isMounted = true;
  mounted++;
  const loading = loadContactWidget(options);
  loading.then(
    (widget) => {
      if (widget && isMounted) listeners.onReady(widget);
    },
    (error: Error) => {
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
