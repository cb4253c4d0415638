import type { ConversationDetails } from '../wire.ts';

/** How far the survey after the main dialog has come. */
export interface SurveyProgress {
  readonly hasStarted: boolean;
  start(): void;
  /** The visitor leaves the survey, which then does not count as complete. */
  leave(): void;
  /** Whether a survey may follow, now that all dialogs are closed. */
  mayFollow(details: ConversationDetails): boolean;
  /** The conversation has closed. Returns what became of the survey; undefined if there was none. */
  end(): 'complete' | 'left' | undefined;
}

export function createSurveyProgress(): SurveyProgress {
  let hasStarted = false;
  let hasLeft = false;

  return {
    get hasStarted() {
      return hasStarted;
    },
    start() {
      hasStarted = true;
    },
    leave() {
      hasLeft = true;
    },
    mayFollow({ dialogs, stage }) {
      const survey = dialogs.find((one) => one.dialogType === 'POST_SURVEY');
      if (survey?.closedBy === 'CONSUMER') hasLeft = true;
      return stage === 'OPEN' && !hasStarted;
    },
    end() {
      const result = hasStarted ? (hasLeft ? 'left' : 'complete') : undefined;
      hasStarted = false;
      hasLeft = false;
      return result;
    },
  };
}
