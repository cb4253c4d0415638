import type { OutreachDeployment } from './deployment.ts';
import { defaultProactive } from './limits.ts';

/**
 * Whether there may be something to show on the widget's own initiative: a pop-up, in-app messages, offers, or the page's own rules.
 * Consent for each is checked after the download (`nurtureType.ts`). A pop-up needs a channel to invite to. A field that the built
 * file omits has its default: the pop-up is on, the others are off.
 */
export function hasOutreach(
  deployment: Partial<OutreachDeployment>,
  pageRules: readonly unknown[],
  canInvite: boolean,
): boolean {
  const { proactive = defaultProactive, inApp, offers } = deployment;
  return (
    (proactive && canInvite) ||
    inApp?.enabled === true ||
    pageRules.length > 0 ||
    Object.values(offers?.hosts ?? {}).flat().length > 0
  );
}
