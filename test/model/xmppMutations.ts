import { edit, type Mutation } from './mutation.ts';

const inFolder = (name: string): string => `frame/chat/channels/xmpp/${name}.ts`;
const [session, inbound, wire] = ['session', 'inbound', 'wire'].map(inFolder) as [string, string, string];
const [archive, limits] = ['archive', 'limits'].map(inFolder) as [string, string];
const [channel, open, account] = ['index', 'openConversation', 'account'].map(inFolder) as [string, string, string];
const sender = 'frame/chat/delivery/sender.ts';

/** The rules of the XMPP channel, which its README explains. */
const rules: readonly Omit<Mutation, 'families'>[] = [
  {
    rule: 'each message once',
    name: 'shows a message again that the archive has given an id',
    edits: [
      edit(inbound, 'if (archiveId !== undefined && archiveIds.has(archiveId)) return true;', ''),
      edit(inbound, 'const id = name === undefined ?', 'const id = name !== null ?'),
    ],
  },
  {
    rule: 'each message once',
    name: 'does not compare the ids of the sender',
    edits: [
      edit(inbound, 'const id = name === undefined ?', 'const id = name !== null ?'),
      edit(
        inbound,
        'if (!alike || (alike.archiveId !== undefined && archiveId !== undefined)) return false;',
        'if (alike || !alike) return false;',
      ),
    ],
  },
  {
    rule: 'each message once',
    name: 'takes two messages of a client that repeats its ids for one',
    edits: [
      edit(
        inbound,
        'if (!alike || (alike.archiveId !== undefined && archiveId !== undefined)) return false;',
        'if (!alike) return false;',
      ),
    ],
  },
  {
    rule: 'resumption',
    name: 'sends again what the server has had',
    edits: [edit(session, '      acknowledged(count);\n      unacknowledged =', '      unacknowledged =')],
  },
  {
    rule: 'resumption',
    name: 'answers what came with the resumption before it sends again',
    edits: [
      edit(
        session,
        '      stream = opened;\n      acknowledged(count);',
        '      stream = opened;\n      opened.deliver(take);\n      acknowledged(count);',
      ),
    ],
  },
  {
    rule: 'resumption',
    name: 'counts on in a new session',
    edits: [edit(session, '      forgetUnacknowledged();\n      current = login;', '      current = login;')],
  },
  {
    rule: 'resumption',
    name: 'believes that a stanza of a lost session has arrived',
    edits: [
      edit(
        session,
        'for (const { settle } of lost) settle?.(false);',
        'for (const { settle } of lost) settle?.(true);',
      ),
    ],
  },
  {
    rule: 'new session',
    name: 'does not read what the session before has missed',
    edits: [
      edit(open, 'if (state.hasConversation) await Promise.all([readings.readOn(), timeTold]);', 'await timeTold;'),
      edit(open, 'if (state.hasConversation) await readings.readOn();', ''),
    ],
  },
  {
    rule: 'archive',
    name: 'reads one page',
    edits: [edit(archive, 'if (answer.isComplete) return;', 'return;')],
  },
  {
    rule: 'archive',
    name: 'reads the first page again and again',
    edits: [edit(archive, 'last = answer.found.at(-1)?.archiveId ?? last;', '')],
  },
  {
    rule: 'archive',
    name: 'begins a conversation after the oldest message',
    edits: [edit(archive, "[max(1), xml('before', {})]", '[max(1)]')],
  },
  {
    rule: 'archive',
    name: 'reads from its last message although earlier ones come late',
    edits: [edit(archive, 'if (quietSince === undefined) readUpTo = last;', 'readUpTo = last;')],
  },
  {
    rule: 'blocked session',
    name: 'does not read for what comes late',
    edits: [
      edit(archive, 'if (wasResumptionUnknown || Math.abs(clock.now() - lostAt) >= blockedMs) expectLate(lostAt);', ''),
    ],
  },
  {
    rule: 'blocked session',
    name: 'sends a text again before the archive is complete',
    edits: [edit(archive, 'quietSince = sinceMs;\n    onGap(true);', 'quietSince = sinceMs;')],
  },
  {
    rule: 'blocked session',
    name: 'begins a new session while the old one is blocked',
    edits: [
      edit(limits, 'export const resumeTimeoutMs = 16_000;', 'export const resumeTimeoutMs = 3_000;'),
      edit(limits, 'export const blockedMs = 10_000;', 'export const blockedMs = 1e9;'),
    ],
  },
  {
    rule: 'blocked session',
    name: 'forgets with the page that messages may come late',
    edits: [edit(archive, 'if (awaited.length > 0) expectLate(Math.max(...awaited.map(lostAtOf)));', '')],
  },
  {
    rule: 'blocked session',
    name: 'forgets what another tab still waits for',
    edits: [edit(account, '.filter((mark) => !before.includes(mark))', '.filter(() => false)')],
  },
  {
    rule: 'author',
    name: 'lets the desk correct what the visitor has written',
    edits: [
      edit(
        inbound,
        "if (message.corrects !== undefined && known.find('desk', message.corrects)) change('desk', message, isHistory);",
        "if (message.corrects !== undefined) change('desk', message, isHistory);",
      ),
      edit(
        inbound,
        "const target = known.find(author, corrects ?? retracts ?? '');",
        "const target = known.find('visitor', corrects ?? retracts ?? '') ?? known.find(author, corrects ?? retracts ?? '');",
      ),
    ],
  },
  {
    rule: 'author',
    name: 'shows a correction as another message',
    edits: [
      edit(
        inbound,
        "if (message.corrects !== undefined && known.find('desk', message.corrects)) change('desk', message, isHistory);\n    else if",
        'if',
      ),
    ],
  },
  {
    rule: 'nobody else',
    name: 'hears strangers',
    edits: [edit(inbound, 'else if (message.from === address) {', 'else {')],
  },
  {
    rule: 'nobody else',
    name: 'takes copies from strangers',
    edits: [
      edit(
        wire,
        "if (bareOf(element.attributes.get('from') ?? ownAddress) !== ownAddress) return undefined;\n  return childOf(childOf(carbon",
        'return childOf(childOf(carbon',
      ),
    ],
  },
  {
    rule: 'nobody else',
    name: 'takes archived messages from strangers',
    edits: [edit(archive, 'if (isOurs && found', 'if (found')],
  },
  {
    rule: 'receipts',
    name: 'shows texts as read that come after the marker',
    edits: [
      edit(
        inbound,
        'const before = [...bySender.visitor.values()].filter(isBefore)',
        'const before = [...bySender.visitor.values()].filter((one) => isBefore(one) || last)',
      ),
    ],
  },
  {
    rule: 'receipts',
    name: 'takes any receipt for one of the latest text',
    edits: [
      edit(
        inbound,
        "state.emit({ type: 'receipt', ids: [receivedId], status: 'delivered' });",
        "state.emit({ type: 'receipt', ids: known.ownUpTo(''), status: 'delivered' });",
      ),
    ],
  },
  {
    rule: 'acknowledgement',
    name: 'takes a text as delivered that nobody has acknowledged',
    edits: [edit(open, "if (!isHandled) return { type: 'unknown' };", '')],
  },
  {
    rule: 'acknowledgement',
    name: 'overlooks that a text has come back',
    edits: [edit(open, 'if (refusal) return refusal;', '')],
  },
  {
    rule: 'acknowledgement',
    name: 'believes what a lost session has acknowledged',
    edits: [edit(open, 'delivery.sessionLost();', '')],
  },
  {
    rule: 'acknowledgement',
    name: 'believes an archive that may lag behind',
    edits: [edit(sender, '(text.missedAt ?? 0)) < echoWaitMs', '(text.missedAt ?? 0)) < 0')],
  },
  {
    rule: 'other tabs',
    name: 'does not show what another tab has sent',
    edits: [
      edit(
        inbound,
        'else if (message.from === own && message.to === address) showOwn(message, arrival, archiveId === undefined);',
        'else if (message.from === own) return;',
      ),
    ],
  },
  {
    rule: 'name',
    name: 'continues a conversation in another name',
    edits: [edit(open, 'if (ownAddress !== address) {', "if (ownAddress !== address && address === '') {")],
  },
  {
    rule: 'name',
    name: 'logs in as who signs in, although a conversation is open',
    edits: [
      edit(account, 'return known?.conversationId === undefined ? undefined : known.host;', 'return undefined;'),
      edit(
        account,
        'if (boundAddress !== undefined) return domainOf(boundAddress);',
        'if (boundAddress === null) return undefined;',
      ),
    ],
  },
  {
    rule: 'name',
    name: 'begins a conversation in the name of the one before',
    edits: [edit(channel, 'if (open.ownAddress !== undefined) await leaveSession(open.ownAddress);', '')],
  },
  {
    rule: 'name',
    name: 'uses its own account although another tab has registered one',
    edits: [
      edit(
        channel,
        'if (connection.address === undefined || account.acceptsSession(connection.address)) return;',
        'if (connection.address !== null) return;',
      ),
    ],
  },
  {
    rule: 'end',
    name: 'forgets an end that the server has not taken',
    edits: [edit(channel, 'if (!isHandled) throw', 'if (isHandled === undefined) throw')],
  },
  {
    rule: 'end',
    name: 'continues a conversation whose end is not reported yet',
    edits: [
      edit(
        channel,
        'if (conversationId === undefined || account.conversationId !== conversationId || ends.has(conversationId)) {',
        'if (conversationId === undefined) {',
      ),
    ],
  },
  {
    rule: 'end',
    name: 'does not notice that another tab has ended the conversation',
    edits: [
      edit(open, 'if (account.address !== ownAddress || account.conversationId !== state.conversationId) close();', ''),
    ],
  },
];

export const xmppMutations: readonly Mutation[] = rules.map((one) => ({ ...one, families: ['xmpp'] }));
