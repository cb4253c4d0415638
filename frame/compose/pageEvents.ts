import { ref } from 'valtio/vanilla';
import type { HostEvent } from '../host/hostEvent.ts';
import type { Lazy } from '../platform/lazy.ts';
import type { Core, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';
import type { Needs } from './needs.ts';

/** What each event of the host page changes. */
export function createPageEvents(core: Core, rooms: Lazy<Rooms>, needs: Needs): (event: HostEvent) => void {
  const { page, viewport, visitor, consent, activity, pane, drawing, self } = core;
  const isOff = isSwitchedOff(core);

  return (event) => {
    switch (event.type) {
      case 'page':
        page.facts = ref(event.facts);
        viewport.changed(event.viewport);
        visitor.pageSeen(event.facts.user);
        rooms.peek()?.pageChanged();
        needs.check();
        void consent.refresh();
        return;
      case 'obstacles':
        // Behind a pane that covers the page there are none to be found: the known ones stay where they were.
        if (!drawing.isCovering()) page.obstacles = ref(event.obstacles);
        return;
      case 'links':
        if (isOff) return;
        page.links = ref(event.links);
        core.links.linksFound(event.links);
        return;
      case 'linkClicked':
        core.links.linkClicked(event.linkId);
        return;
      case 'activity':
        activity.pageActivity(event.isActive);
        if (!event.isActive) return;
        needs.visitorActed();
        void consent.refresh();
        return;
      case 'pillHovered':
        void pane.prepare();
        return;
      case 'pillClicked':
        pane.show({ takesFocus: true });
        return;
      case 'open':
        if (!isOff) pane.show({ takesFocus: false });
        return;
      case 'close':
        rooms.peek()?.closeCards();
        // Focus that was inside the pane goes back to the page.
        pane.hide({ returnsFocus: self.document.hasFocus() });
        return;
    }
  };
}
