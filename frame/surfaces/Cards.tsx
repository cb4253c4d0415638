import { useSnapshot } from 'valtio/react';
import type { Outreach } from '../outreach/outreach.ts';
import type { Clock } from '../platform/clock.ts';
import { lazyView } from '../ui/lazyView.tsx';
import type { PageState, Widget } from '../widget.ts';

const CardStage = lazyView(async () => (await import('../outreach/views/CardStage.tsx')).CardStage, { isSilent: true });

/** Pop-up and notifications: downloaded with the first card. */
export function Cards({ widget }: { readonly widget: Pick<Widget, 'page' | 'clock'> }) {
  const { outreach } = useSnapshot(widget.page) as Pick<PageState, 'outreach'>;
  return outreach && <OutreachCards outreach={outreach} clock={widget.clock} />;
}

function OutreachCards(props: { readonly outreach: Outreach; readonly clock: Clock }) {
  const { hadCard } = useSnapshot(props.outreach.state);
  return hadCard && <CardStage {...props} />;
}
