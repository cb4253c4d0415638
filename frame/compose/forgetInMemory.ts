import type { Widget } from '../widget.ts';

/** The visitor has deleted their data, in this tab or another. What this page remembers of them would be stored and sent again. */
export function forgetInMemory({ marketing, insight, outreach }: Widget): void {
  marketing.state.attributes = {};
  insight.experiments.store?.visitorLeft();
  outreach.peek()?.visitorLeft();
}
