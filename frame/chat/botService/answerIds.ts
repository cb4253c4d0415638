import type { HistoryTurn } from './wire.ts';

/** Assigns each bot answer the id that its message ids are built from: the service's own id, unless it repeats. */
export interface AnswerIds {
  /**
   * The id of a live answer to `visitorText`. A missing or reused service id is replaced by a generated one, so that no
   * answer overwrites another. An id already seen in the history is reused when it belongs to this very turn.
   */
  forAnswer(id: string | undefined, visitorText: string): string;
  /** The ids of a history's turns. The same turns always get the same ids, so reading a history twice shows it once. */
  forHistory(turns: readonly HistoryTurn[]): readonly string[];
}

export function createAnswerIds(createId: () => string): AnswerIds {
  const live = new Set<string>();
  const historyTexts = new Map<string, string>();
  return {
    forAnswer(id, visitorText) {
      const isUsable =
        id !== undefined && !live.has(id) && (historyTexts.get(id) ?? visitorText.trim()) === visitorText.trim();
      const taken = isUsable ? id : createId();
      live.add(taken);
      return taken;
    },
    forHistory(turns) {
      const seen = new Map<string, number>();
      return turns.map(({ id, visitorText }) => {
        if (id === undefined) return createId();
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        if (before > 0) return `${id}~${before}`;
        historyTexts.set(id, visitorText.trim());
        return id;
      });
    },
  };
}
