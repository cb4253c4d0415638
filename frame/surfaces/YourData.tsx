import { PrivacyPanel } from '../contact/views/PrivacyPanel.tsx';
import type { Widget } from '../widget.ts';

/** When the memory of a downloaded file is released, in ms. */
const releaseMs = 10_000;

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
