/**
 * The byte budgets, as data. They hold for the reference deployment of the project and fail only the project's own check. No
 * operator's build fails on them.
 *
 * `gzip` is gzip -9, `brotli` quality 11. Aim for 5 % below each limit: the check fails as soon as less than 1 % is left.
 *
 * Each counts the files of its stages (`stages.mjs`) with all that they import statically, once, except those that `beyond` has
 * already downloaded.
 */
export const budgets = [
  // Browsers receive Brotli over https.
  { name: 'loader', stages: ['loader'], gzip: 3_300, brotli: 3_072 },
  {
    name: 'before intent: loader, frame document, core',
    stages: ['loader', 'document', 'core'],
    gzip: 23_000,
  },
  {
    name: 'the same with something to invite to',
    stages: ['loader', 'document', 'core', 'audience', 'outreachWatch'],
    gzip: 28_000,
  },
  {
    name: 'first pane open with menu',
    stages: ['loader', 'document', 'core', 'audience', 'rooms', 'app'],
    gzip: 122_000,
  },
  {
    name: 'whole product with chat and scheduler open',
    stages: ['loader', 'document', 'core', 'audience', 'rooms', 'app', 'chat', 'chatViews', 'scheduler'],
    gzip: 205_000,
  },
  {
    name: 'experiments with their store, beyond the rooms',
    stages: ['experiments'],
    beyond: ['core', 'rooms'],
    gzip: 7_000,
  },
  {
    name: 'channel xmpp, beyond what other channels share',
    stages: ['xmpp'],
    beyond: ['core', 'audience', 'rooms', 'app', 'chat', 'chatViews', 'connectedChannels'],
    gzip: 17_000,
  },
];

/** The npm package without its components, after gzip -9. */
export const packageLimit = 3_600;

/** What each component of the npm package adds to the loading function, after gzip -9. */
export const componentLimit = 1_000;

/** What a browser really receives before intent in the sandbox, answers of services included. */
export const pageViews = {
  contactOnly: { bytes: 24_000, requests: 6 },
  everyService: { bytes: 35_000, requests: 12 },
};
