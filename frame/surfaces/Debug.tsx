import { useSnapshot } from 'valtio/react';
import { lazyView } from '../ui/lazyView.tsx';
import type { PageState, Widget } from '../widget.ts';

const DebugWindow = lazyView(async () => (await import('../debug/views/DebugWindow.tsx')).DebugWindow, {
  isSilent: true,
});

/** SH-161: nothing is downloaded without the flag. Hidden while a card uses the frame. */
export function Debug({ widget }: { readonly widget: Pick<Widget, 'page' | 'shell' | 'texts'> }) {
  const { debug, card, textLocale } = useSnapshot(widget.page) as Pick<PageState, 'debug' | 'card' | 'textLocale'>;
  const { isPaneHidden } = useSnapshot(widget.shell.state);
  if (!debug || card) return null;
  return (
    <DebugWindow
      debug={debug}
      isPaneHidden={isPaneHidden}
      languageCode={textLocale.languageCode}
      texts={widget.texts}
    />
  );
}
