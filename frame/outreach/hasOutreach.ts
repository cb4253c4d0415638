import type { OutreachDeployment } from './deployment.ts';

/**
 * Whether there may be something to show without being asked: a pop-up, in-app messages, offers, or the page's own rules.
 * Which of them the visitor allows is decided after the download (`nurtureType.ts`). A pop-up needs something to invite to.
 */
export function hasOutreach(
  deployment: OutreachDeployment,
  pageRules: readonly unknown[],
  canInvite: boolean,
): boolean {
  const { proactive, inApp, offers } = deployment;
  return (
    (proactive && canInvite) || inApp.enabled || pageRules.length > 0 || Object.values(offers.hosts).flat().length > 0
  );
}
