import type { OutreachDeployment } from './deployment.ts';

/**
 * Whether there may be something to show without being asked: a pop-up, in-app messages, offers, or the page's own rules.
 * Which of them the visitor allows is decided after the download (`nurtureType.ts`).
 */
export function hasOutreach(deployment: OutreachDeployment, pageRules: readonly unknown[]): boolean {
  const { proactive, inApp, offers } = deployment;
  return proactive || inApp.enabled || pageRules.length > 0 || Object.values(offers.hosts).flat().length > 0;
}
