import type { HostEvent } from '../host/hostEvent.ts';
import type { Lazy } from '../platform/lazy.ts';
import type { FirstCore, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';
import type { Needs } from './needs.ts';

/** Handles each event of the host page. */
export function createPageEvents(core: FirstCore, rooms: Lazy<Rooms>, needs: Needs): (event: HostEvent) => void {
  const { page, viewport, audience, activity, clock, pane, drawing, self } = core;
  const isOff = isSwitchedOff(core);

  return (event) => {
    switch (event.type) {
      case 'page':
        page.change({ facts: event.facts });
        viewport.changed(event.viewport);
        audience.peek()?.visitor.pageSeen(event.facts.user);
        if (Object.keys(event.facts.user).length > 0) audience.prefetch();
        rooms.peek()?.pageChanged();
        needs.check();
        void audience.peek()?.consent.refresh();
        return;
      case 'obstacles':
        // None can be found behind a pane that covers the page, so the known ones stay.
        if (!drawing.isCovering()) page.change({ obstacles: event.obstacles });
        return;
      case 'links':
        if (isOff) return;
        page.change({ linkKinds: event.kinds });
        core.links.update();
        return;
      case 'linkClicked':
        core.links.clicked(event.link);
        return;
      case 'activity':
        activity.active = event.isActive;
        rooms.peek()?.pageActivity(event.isActive);
        if (!event.isActive) return;
        activity.seenMs = clock.now();
        needs.visitorActed();
        void audience.peek()?.consent.refresh();
        return;
      case 'pillHovered':
        // Every pointer movement causes this event, so only a click retries a failed download.
        if (!isOff && pane.state.app === 'idle') void pane.prepare();
        return;
      case 'pillClicked':
      case 'open':
        // A page that has switched the widget off may still show the pill of the previous page.
        if (!isOff) pane.show({ takesFocus: event.type === 'pillClicked' });
        return;
      case 'close':
        rooms.peek()?.closeCards();
        // Focus that was inside the pane goes back to the page.
        pane.hide({ returnsFocus: self.document.hasFocus() });
        return;
    }
  };
}
