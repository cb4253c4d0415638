/** Outcomes as numbers: markers in the proactive cookie, and codes of notifications (SH-118, SH-136). */
export const outcomeCodes = { opened: -1, closed: -2, timeout: -3, blocked: -4 } as const;
export type Outcome = keyof typeof outcomeCodes;
/** What the page is told about an invitation: how it ended without having been accepted (SH-122). */
export type InvitationOutcome = Exclude<Outcome, 'opened'>;
