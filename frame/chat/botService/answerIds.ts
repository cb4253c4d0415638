import type { HistoryTurn } from './wire.ts';

/** The ids of answers, from which their messages get theirs: those of the service, as long as each comes once. */
export interface AnswerIds {
  /** For a live answer. One that the service gave before, or none at all, becomes one of ours: no answer replaces another. */
  take(id: string | undefined): string;
  /** For a history: the same for the same turns, so that reading it twice shows it once. */
  ofHistory(turns: readonly HistoryTurn[]): readonly string[];
}

export function createAnswerIds(createId: () => string): AnswerIds {
  const used = new Set<string>();
  return {
    take(id) {
      const free = id !== undefined && !used.has(id) ? id : createId();
      used.add(free);
      return free;
    },
    ofHistory(turns) {
      const seen = new Map<string, number>();
      return turns.map(({ id }) => {
        if (id === undefined) return createId();
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        used.add(id);
        return before === 0 ? id : `${id}~${before}`;
      });
    },
  };
}
