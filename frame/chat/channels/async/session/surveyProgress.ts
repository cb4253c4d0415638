import type { ConversationDetails } from '../wire.ts';

/** The progress of the survey after the main dialog. */
export interface SurveyProgress {
  readonly hasStarted: boolean;
  start(): void;
  /** Called when the visitor leaves the survey, which is then incomplete. */
  leave(): void;
  /** Whether a survey may follow, now that all dialogs are closed. */
  mayFollow(details: ConversationDetails): boolean;
  /** Called when the conversation has closed. Returns the outcome of the survey; undefined if there was none. */
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
