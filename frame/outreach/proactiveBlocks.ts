/** Why the pop-up must not be shown (SH-121). */
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

/** Chat may still become available while the page loads. No other reason is worth waiting for. */
export function isWorthWaiting(reasons: readonly BlockReason[]): boolean {
  return reasons.length === 1 && reasons[0] === 'unavailable';
}
