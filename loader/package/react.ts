'use client';

import { useEffect, useRef, useState } from 'react';
import type { ContactWidgetError } from './errors.ts';
import type { ContactWidgetHandle } from './handle.ts';
import { listenTo, mountContactWidget } from './mount.ts';
import { type ContactWidgetOptions, changesOf } from './options.ts';
import type { ContactLinkAttributes } from './page.ts';

declare module 'react' {
  interface HTMLAttributes<T> extends ContactLinkAttributes {}
}

export interface ContactWidgetProps extends ContactWidgetOptions {
  readonly onReady?: ((widget: ContactWidgetHandle) => void) | undefined;
  readonly onOpen?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  /** Gets the number of messages that the visitor has not seen. */
  readonly onUnread?: ((count: number) => void) | undefined;
  /** Gets a `ContactWidgetError`. Without it, its sentence is a warning in the console. */
  readonly onError?: ((error: ContactWidgetError) => void) | undefined;
}

/** The widget while the component is mounted. Null until it is ready, on a server, and when it does not start. */
export function useContactWidget(props: ContactWidgetProps): ContactWidgetHandle | null {
  const [widget, setWidget] = useState<ContactWidgetHandle | null>(null);
  const newest = useRef(props);
  useEffect(() => {
    newest.current = props;
  });
  /** What this component has passed on last. */
  const passed = useRef<ContactWidgetOptions>(props);
  // Once per mount. Later changes go to the widget that is there.
  useEffect(() => {
    let stop = (): void => {};
    passed.current = optionsOf(newest.current);
    const unmount = mountContactWidget(() => passed.current, {
      get onError() {
        return newest.current.onError;
      },
      onReady(ready) {
        setWidget(ready);
        newest.current.onReady?.(ready);
        stop = listenTo(ready, {
          onOpen: () => newest.current.onOpen?.(),
          onClose: () => newest.current.onClose?.(),
          onUnread: (count) => newest.current.onUnread?.(count),
        });
      },
    });
    return () => {
      stop();
      setWidget(null);
      unmount();
    };
  }, []);
  useEffect(() => {
    if (!widget) return;
    const options = optionsOf(props);
    const changes = changesOf(passed.current, options);
    passed.current = options;
    widget.update(changes);
  });
  return widget;
}

function optionsOf(props: ContactWidgetProps): ContactWidgetOptions {
  const { onReady, onOpen, onClose, onUnread, onError, ...options } = props;
  return options;
}

/** The widget on the page while this is mounted. It renders nothing. */
export function ContactWidget(props: ContactWidgetProps): null {
  useContactWidget(props);
  return null;
}
