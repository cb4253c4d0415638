import { expect, it } from 'vitest';
import * as hostEvents from '../../../bridge/hostEvents.ts';
import * as hostKeys from '../../../bridge/hostKeys.ts';

// Pages listen to these events, and browsers hold what earlier versions have stored under these names.
it('[SH-009][SH-024] events and stored names stay as pages know them', () => {
  expect(Object.values(hostEvents).toSorted()).toEqual([
    'cm-app-button-ready',
    'cm-app-ready',
    'cm-host-chat',
    'cm-pane-hidden',
    'cm-pane-shown',
    'cm-proactive-outcome',
    'cm-unread',
  ]);
  expect(Object.values(hostKeys).toSorted()).toEqual([
    'ajs_anonymous_id',
    'areUnreadsSeen',
    'cm-async-areUnreadsSeen',
    'cm-pill-events',
    'cm-proactive-state',
    'notice_preferences',
    'optimizely-user-id',
  ]);
});
