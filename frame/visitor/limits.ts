/** A page that stops naming its visitor has signed the visitor out after this long: five reads of the page. */
export const signOutSettleMs = 10_000;
