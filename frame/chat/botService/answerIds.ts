import type { HistoryTurn } from './wire.ts';

/** The ids of answers, from which their messages get theirs: those of the service, as long as each comes once. */
export interface AnswerIds {
  /**
   * For a live answer to these words. One that the service gave to another answer, or none at all, becomes one of ours:
   * no answer replaces another. A history that was read meanwhile may hold this very turn; then both are one.
   */
  take(id: string | undefined, visitorText: string): string;
  /** For a history: the same for the same turns, so that reading it twice shows it once. */
  ofHistory(turns: readonly HistoryTurn[]): readonly string[];
}

export function createAnswerIds(createId: () => string): AnswerIds {
  const live = new Set<string>();
  const told = new Map<string, string>();
  return {
    take(id, visitorText) {
      const isFree = id !== undefined && !live.has(id) && (told.get(id) ?? visitorText.trim()) === visitorText.trim();
      const taken = isFree ? id : createId();
      live.add(taken);
      return taken;
    },
    ofHistory(turns) {
      const seen = new Map<string, number>();
      return turns.map(({ id, visitorText }) => {
        if (id === undefined) return createId();
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        if (before > 0) return `${id}~${before}`;
        told.set(id, visitorText.trim());
        return id;
      });
    },
  };
}
