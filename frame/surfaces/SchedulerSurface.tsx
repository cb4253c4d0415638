import { useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import type { SchedulersStore } from '../scheduler/schedulersStore.ts';
import type { SchedulerActions } from '../scheduler/views/actions.ts';
import { SchedulerPane } from '../scheduler/views/SchedulerPane.tsx';
import { releaseMs } from '../ui/saveFile.ts';
import type { Widget } from '../widget.ts';

export interface SchedulerSurfaceProps {
  readonly widget: Pick<Widget, 'shell' | 'scheduler' | 'deployment' | 'clock' | 'lifetime'>;
  readonly schedulers: SchedulersStore;
}

/** The scheduler in the pane, with the shell's actions. */
export function SchedulerSurface({ widget, schedulers }: SchedulerSurfaceProps) {
  const { takesFocus, isPaneHidden } = useSnapshot(widget.shell.state);
  const actions = useMemo<SchedulerActions>(() => {
    const close = (): void => {
      widget.scheduler.leave();
      widget.shell.hide({ returnsFocus: true });
    };
    return {
      openTab: (url) => void widget.shell.openUrl(url, 'tab'),
      showMenu: () => {
        widget.scheduler.leave();
        widget.shell.showMenu();
      },
      close,
      finished: close,
      releaseLater: (release) => void widget.lifetime.add(widget.clock.after(releaseMs, release)),
    };
  }, [widget]);
  const { scheduler } = widget.deployment;
  return scheduler ? (
    <SchedulerPane {...{ schedulers, actions, takesFocus, isPaneHidden }} deployment={scheduler} />
  ) : null;
}
