/** How often the proactive timer compares the clock (SH-115, CH-185). */
export const tickMs = 1_000;
/** Whether the pop-up is shown unless the deployment says otherwise. */
export const defaultProactive = true;
/** Time from the cookie's start to the pop-up unless the deployment sets another (SH-116). */
export const defaultPopUpTimeMs = 55_000;
/** With less than this left, the pop-up is prepared (SH-116). */
export const prepareBelowMs = 10_000;
/** A start time further ahead of the clock than this means that the clock was set back: far above any drift between tabs. */
export const clockSlackMs = 5_000;
/** A pop-up that the visitor ignores closes after this time (SH-120). */
export const popUpShownMs = 120_000;
/** How much taller than the window a page must be for the scroll trigger, and how far the visitor must scroll (SH-119). */
export const scrollTriggerPx = 400;
/** On a short page the bot's welcome is shown after this time instead (SH-119). */
export const shortPageDelayMs = 3_000;
/** How long to wait for the bot's welcome: the same as the time to prepare. */
export const welcomeWaitMs = 10_000;

/** How long an offer waits for chat to become available (SH-142). So does a due pop-up. */
export const chatWaitMs = 6_000;
/** The first offer is fetched no earlier than this after the page began to load (SH-141). */
export const firstOfferMs = 5_000;
/** Time between two offer fetches while the visitor is active (SH-141). */
export const offerPollMs = 300_000;
/** Timeout of the offer calls (SH-141). */
export const offerTimeoutMs = 5_000;
/** Number of offers requested (SH-139). */
export const offersRequested = 1;
/** Page type of the contact module in offer calls (SH-139). */
export const pageTypeCode = 'ANZ';

/** Time between accepting a button and closing the notification (SH-132). */
export const closeOnAcceptMs = 200;
/** Longest text taken from an offer or message, in characters: several times what fits on a card. */
export const maxTextLength = 2_000;
/** Height of a card's text; longer text scrolls (SH-131). */
export const maxBodyHeightPx = 300;
/** Height of everything in and below a card except its text: heading, buttons and pill. */
export const otherContentHeightPx = 420;
/** Least height of a card's text: four lines. */
export const minBodyHeightPx = 96;
/** Most buttons of a notification: more do not fit on a card 272 px wide. */
export const maxButtons = 3;
/** Most page rules that are read: more are a mistake in the page's data layer. */
export const maxPageRules = 50;

/** Timeout for loading the in-app messaging vendor's script: as long as one service call. */
export const sdkLoadMs = 30_000;
