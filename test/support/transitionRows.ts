import { describe, expect, it } from 'vitest';
import type { ConversationState } from '../../frame/chat/conversation.ts';
import type { LifecycleEvent } from '../../frame/chat/core.ts';
import type { Effect } from '../../frame/chat/lifecycle/effects.ts';
import { type ConversationFacts, type Transition, transitionOf } from '../../frame/chat/lifecycle/transitions.ts';

/** A row of the table of transitions, as its test sees it. */
export type Row = readonly [title: string, before: ConversationFacts, event: LifecycleEvent, after: Transition];

export const none: ConversationFacts = {
  state: undefined,
  queue: 'sync',
  hasMessages: false,
  hasTranscript: false,
  hasSurvey: false,
  isTransferTarget: false,
  origin: 'none',
  window: 'this',
  hasOtherLive: false,
  isOvertaken: false,
  isWindowEmpty: false,
};

export const facts = (state: ConversationState, more: Partial<ConversationFacts> = {}): ConversationFacts => ({
  ...none,
  state,
  ...more,
});

export const stays = (before: ConversationFacts, ...effects: readonly Effect[]): Transition => ({
  state: before.state,
  effects,
});

/** The events, by the test file that has their rows. The type check fails here when an event is added. */
const files: Readonly<Record<LifecycleEvent['type'], 'life' | 'transferAndSurvey'>> = {
  reported: 'life',
  spoke: 'life',
  identified: 'life',
  resumeAsked: 'life',
  resumed: 'life',
  notResumed: 'life',
  restored: 'life',
  originRestored: 'life',
  endingRestored: 'life',
  asked: 'life',
  chosen: 'life',
  accepted: 'life',
  refused: 'life',
  cleared: 'life',
  signedIn: 'life',
  transferAsked: 'transferAndSurvey',
  transferAccepted: 'transferAndSurvey',
  handedOver: 'transferAndSurvey',
  transferRefused: 'transferAndSurvey',
  returned: 'transferAndSurvey',
  left: 'transferAndSurvey',
  continued: 'transferAndSurvey',
  replaced: 'transferAndSurvey',
  surveyOffered: 'transferAndSurvey',
  surveyWithdrawn: 'transferAndSurvey',
  surveySent: 'transferAndSurvey',
  surveyAccepted: 'transferAndSurvey',
  surveyRefused: 'transferAndSurvey',
  surveyClosed: 'transferAndSurvey',
  surveyOvertaken: 'transferAndSurvey',
};

/** Tests all rows, and that every event of the file has one. */
export function testRows(file: 'life' | 'transferAndSurvey', groups: Readonly<Record<string, readonly Row[]>>): void {
  describe.each(Object.entries(groups))('transitions: %s', (_, rows) => {
    it.each(rows)('%s', (_, before, event, after) => {
      expect(transitionOf(before, event)).toEqual(after);
    });
  });

  it('every event has a test above', () => {
    const tested = new Set(Object.values(groups).flatMap((rows) => rows.map(([, , { type }]) => type)));
    const all = Object.keys(files) as LifecycleEvent['type'][];
    expect(all.filter((type) => files[type] === file && !tested.has(type))).toEqual([]);
  });
}
