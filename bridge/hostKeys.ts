/**
 * Names that the frame stores on the page (SH-024, SH-113). The loader has them in loader/cookies.ts, too. Import as a
 * namespace: constants are then inlined, and no page downloads a name that it does not use.
 */
export const pillEvents = 'cm-pill-events';
export const proactiveState = 'cm-proactive-state';
export const unreadsSeen = 'areUnreadsSeen';
export const asyncUnreadsSeen = 'cm-async-areUnreadsSeen';
export const experimentVisitor = 'optimizely-user-id';
export const anonymousId = 'ajs_anonymous_id';
export const noticePreferences = 'notice_preferences';
