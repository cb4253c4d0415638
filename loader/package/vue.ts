import {
  defineComponent,
  getCurrentInstance,
  type MaybeRefOrGetter,
  onBeforeUnmount,
  onMounted,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import type { ContactWidgetError } from './errors.ts';
import type { ContactWidgetHandle } from './handle.ts';
import { listenTo, mountContactWidget } from './mount.ts';
import { type ContactWidgetOptions, changesOf, optionNames } from './options.ts';
import type { ContactLinkAttributes } from './page.ts';

declare module 'vue' {
  interface HTMLAttributes extends ContactLinkAttributes {}
}

/** The widget while the component is mounted. Null until it is ready, on a server, and when it does not start. */
export function useContactWidget(
  options: MaybeRefOrGetter<ContactWidgetOptions>,
  onError?: (error: ContactWidgetError) => void,
): Readonly<ShallowRef<ContactWidgetHandle | null>> {
  const widget = shallowRef<ContactWidgetHandle | null>(null);
  let unmount = (): void => {};
  /** What this component has passed on last. */
  let passed: ContactWidgetOptions;
  const update = (): void => {
    if (!widget.value) return;
    const changes = changesOf(passed, toValue(options));
    passed = { ...toValue(options) };
    widget.value.update(changes);
  };
  onMounted(() => {
    passed = { ...toValue(options) };
    unmount = mountContactWidget(() => passed, {
      onError,
      onReady(ready) {
        widget.value = ready;
        // What has changed while it was loading.
        update();
      },
    });
  });
  onBeforeUnmount(() => {
    widget.value = null;
    unmount();
  });
  watch(() => ({ ...toValue(options) }), update);
  return widget;
}

type Emits = {
  ready: (widget: ContactWidgetHandle) => void;
  open: () => void;
  close: () => void;
  /** The number of messages that the visitor has not seen. */
  unread: (count: number) => void;
  error: (error: ContactWidgetError) => void;
};

/** The widget on the page while this is mounted. It renders nothing. */
export const ContactWidget = defineComponent<ContactWidgetOptions, Emits>(
  (props, { emit }) => {
    const isHeard = getCurrentInstance()?.vnode.props?.onError !== undefined;
    const widget = useContactWidget(() => props, isHeard ? (error) => emit('error', error) : undefined);
    watch(widget, (ready, _, onCleanup) => {
      if (!ready) return;
      emit('ready', ready);
      onCleanup(
        listenTo(ready, {
          onOpen: () => emit('open'),
          onClose: () => emit('close'),
          onUnread: (count) => emit('unread', count),
        }),
      );
    });
    return () => null;
  },
  { name: 'ContactWidget', props: [...optionNames], emits: ['ready', 'open', 'close', 'unread', 'error'] },
);
