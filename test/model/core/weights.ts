/** What a story is mostly about. Rare meetings of faults are found sooner when their causes are frequent. */
export const themes = ['any', 'tabs', 'words', 'users', 'conversations', 'gaps', 'restarts'] as const;

export type Theme = (typeof themes)[number];

const weights: Readonly<Record<string, number>> = {
  type: 30,
  twins: 3,
  again: 3,
  overtake: 1,
  writeIntoGap: 1,
  shelve: 1,
  device: 3,
  wait: 2,
  handOver: 1,
  retry: 4,
  start: 2,
  end: 2,
  cut: 5,
  offline: 4,
  online: 4,
  outage: 1,
  outageEnds: 3,
  slow: 2,
  loseRequest: 4,
  loseAnswer: 6,
  lateRequest: 2,
  dropPush: 2,
  lagReplay: 2,
  doublePush: 2,
  swapPush: 2,
  reload: 5,
  crash: 3,
  close: 3,
  freeze: 2,
  thaw: 2,
  cache: 2,
  comeBack: 3,
  unshelve: 1,
  signIn: 2,
  nextUser: 2,
  open: 6,
  say: 8,
  hidden: 2,
  agentEnds: 1,
  nextConversation: 1,
  busy: 3,
  refuse: 1,
  restart: 1,
  writeIntoRestart: 1,
  skew: 1,
  storage: 2,
  corrupt: 1,
  oldVersion: 1,
};

/** The steps that a theme makes more frequent. */
const favourites: Readonly<Record<Theme, readonly string[]>> = {
  any: [],
  tabs: ['open', 'reload', 'close', 'crash', 'cache', 'comeBack', 'freeze', 'thaw', 'shelve', 'unshelve', 'outageEnds'],
  words: ['type', 'twins', 'again', 'device', 'loseRequest', 'loseAnswer', 'reload', 'cut'],
  users: ['signIn', 'nextUser', 'handOver', 'open', 'freeze', 'thaw', 'overtake', 'offline', 'crash', 'close'],
  conversations: ['end', 'agentEnds', 'nextConversation', 'start', 'offline', 'online', 'cut', 'reload'],
  gaps: ['writeIntoGap', 'lagReplay', 'dropPush', 'swapPush', 'loseAnswer', 'loseRequest', 'hidden', 'say'],
  restarts: ['restart', 'writeIntoRestart', 'hidden', 'loseAnswer', 'cut', 'offline', 'online', 'reload'],
};

export const weightsOf = (theme: Theme): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, favourites[theme].includes(name) ? weight + 12 : weight]),
  );
