import { PrivacyPanel } from '../contact/views/PrivacyPanel.tsx';
import { releaseMs } from '../ui/saveFile.ts';
import type { Widget } from '../widget.ts';

/** Export and deletion of the visitor's data, below the menu. */
export function YourData({ widget }: { readonly widget: Widget }) {
  const { clock, lifetime } = widget;
  return (
    <PrivacyPanel
      load={widget.privacy}
      hasService={widget.deployment.privacy !== undefined}
      texts={widget.texts}
      releaseLater={(release) => void lifetime.add(clock.after(releaseMs, release))}
    />
  );
}
