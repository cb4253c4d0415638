import { useEffect } from 'react';
import { PrivacyPanel } from '../contact/views/PrivacyPanel.tsx';
import { releaseMs } from '../ui/saveFile.ts';
import type { Widget } from '../widget.ts';

interface YourDataProps {
  readonly widget: Widget;
  /** Called when the visitor leaves: the panel says what became of their data. */
  readonly onClose: () => void;
}

/** Export and deletion of the visitor's data, below the menu. */
export function YourData({ widget, onClose }: YourDataProps) {
  const { clock, lifetime, visitorWatch } = widget;
  // After a deletion, the panel still has to say that it is done.
  useEffect(() => visitorWatch.onLeft((how) => how === 'left' && onClose()), [visitorWatch, onClose]);
  return (
    <PrivacyPanel
      load={widget.privacy}
      hasService={widget.deployment.privacy !== undefined}
      texts={widget.texts}
      releaseLater={(release) => void lifetime.add(clock.after(releaseMs, release))}
    />
  );
}
