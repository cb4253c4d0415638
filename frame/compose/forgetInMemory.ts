import type { Widget } from '../widget.ts';

/**
 * The visitor has deleted their data, in this tab or another. Clears what this page remembers of them, which would otherwise be stored
 * and sent again.
 */
export function forgetInMemory({ marketing, insight, outreach }: Widget): void {
  marketing.state.attributes = {};
  insight.experiments.store?.visitorLeft();
  outreach.peek()?.visitorLeft();
}
