/** How often the proactive timer looks at the clock (SH-115, CH-185). */
export const tickMs = 1_000;
/** Time from the cookie's start to the pop-up unless the deployment says otherwise (SH-116). */
export const defaultPopUpTimeMs = 55_000;
/** With less than this left the pop-up is prepared (SH-116). */
export const prepareBelowMs = 10_000;
/** A start this far ahead of the clock is no start: the clock was set back. Ours: far above any drift between tabs. */
export const clockSlackMs = 5_000;
/** A pop-up that nobody touches goes away after this time (SH-120). */
export const popUpShownMs = 120_000;
/** How much taller than its window a page must be for the scroll trigger, and how far the visitor scrolls (SH-119). */
export const scrollTriggerPx = 400;
/** Scroll positions are looked at no more often than this (SH-119). */
export const scrollThrottleMs = 250;
/** On a short page the bot message comes after this time instead (SH-119). */
export const shortPageDelayMs = 3_000;
/** A bot's welcome text that takes longer than this is not waited for. Ours: the time there is to prepare. */
export const welcomeWaitMs = 10_000;

/** Offers wait this long for chat to become available (SH-142); a due pop-up waits as long, for the same reason. */
export const chatWaitMs = 6_000;
/** The first offer is asked for no earlier than this after the page began to load (SH-141). */
export const firstOfferMs = 5_000;
/** Time between two offer fetches while the visitor is active (SH-141). */
export const offerPollMs = 300_000;
/** Limit of the offer calls (SH-141). */
export const offerTimeoutMs = 5_000;
/** One offer is asked for (SH-139). */
export const offersRequested = 1;
/** Page type of the contact module in offer calls (SH-139). */
export const pageTypeCode = 'ANZ';

/** Between accepting a button and the notification's leaving (SH-132). */
export const closeOnAcceptMs = 200;
/** Longest text we take from an offer or message. Ours: several times what fits a card; the rest is cut. */
export const longestText = 2_000;
/** Height of a card's text: what is longer scrolls (SH-131). */
export const mostBodyPx = 300;
/** What a card needs beside its text and below itself, so that it stands above the pill. Ours: heading, buttons, pill. */
export const besideBodyPx = 420;
/** A text is never lower than this. Ours: four lines. */
export const leastBodyPx = 96;
/** Most buttons of one notification. Ours: more do not fit a card of 272 px. */
export const mostButtons = 3;
/** Most page rules that are looked at. Ours: a page with more has a mistake in its data layer. */
export const mostPageRules = 50;

/** Outcomes as numbers: markers of the proactive cookie and codes of notifications (SH-118, SH-136). */
export const outcomeCodes = { opened: -1, closed: -2, timeout: -3, blocked: -4 } as const;
export type Outcome = keyof typeof outcomeCodes;

/** The script of the in-app messaging vendor has to arrive in this time. Ours: as long as one service call. */
export const sdkLoadMs = 30_000;
