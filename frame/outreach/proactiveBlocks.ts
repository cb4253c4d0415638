/** Why the pop-up may not be displayed (SH-121). */
export type BlockReason = 'mobile' | 'unavailable' | 'gate';

export interface BlockFacts {
  readonly isMobile: boolean;
  readonly isChatAvailable: boolean;
  readonly hasScheduler: boolean;
  /** The page's switch, `data-no-proactive`. */
  readonly isGated: boolean;
}

export function findBlocks(facts: BlockFacts): readonly BlockReason[] {
  const reasons: BlockReason[] = [];
  if (facts.isMobile) reasons.push('mobile');
  if (!facts.isChatAvailable && !facts.hasScheduler) reasons.push('unavailable');
  if (facts.isGated) reasons.push('gate');
  return reasons;
}

/** Chat may still come up while a page loads: only this reason is worth waiting for. */
export function isWorthWaiting(reasons: readonly BlockReason[]): boolean {
  return reasons.length === 1 && reasons[0] === 'unavailable';
}
