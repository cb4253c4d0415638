/** Conversations in memory. To keep them in a database, replace `createConversations`. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

/** A question and its answer, as values and as numbered events. Whoever asks the same question again gets the same events. */
function createTurn(text, messageId, context) {
  const _id = randomUUID();
  const timestamp = new Date().toISOString();
  const stop = new AbortController();
  const listeners = new EventEmitter().setMaxListeners(0);
  const values = [];
  const events = [];
  const tell = (name, data) => {
    events.push(`event: ${name}\nid: ${events.length + 1}\ndata: ${JSON.stringify(data)}\n\n`);
    listeners.emit('event', events.at(-1));
  };
  const turn = {
    text,
    context,
    events,
    listeners,
    isOver: false,
    signal: stop.signal,
    /** A piece of Markdown, cut anywhere. */
    say(piece) {
      if (turn.isOver || piece === '') return;
      if (values.at(-1)?.type === 'markdown') values.at(-1).text += piece;
      else values.push({ type: 'markdown', text: piece });
      tell('text', { text: piece });
    },
    show(part) {
      if (turn.isOver) return;
      values.push(part);
      tell('part', part);
    },
    /** What has been said stays. */
    end() {
      if (turn.isOver) return;
      turn.isOver = true;
      stop.abort();
      tell('answer', turn.answer());
      events.length = 0;
      listeners.emit('over');
    },
    answer: () => ({ _id, timestamp, context, output: { values } }),
    inHistory() {
      const data = { input: { text }, output: { values } };
      return turn.isOver ? { _id, timestamp, data } : { _id, timestamp, partial: true, data };
    },
    hasBegun: () => values.length > 0,
    said: () => values.flatMap((value) => value.text ?? []).join('\n'),
  };
  tell('start', { _id, to: messageId, context: { conversation_id: context.conversation_id } });
  return turn;
}

export function createConversations(limits) {
  /** By their ids, the least recently used one first. */
  const all = new Map();
  /** The turns, by the ids of their messages. */
  const asked = new Map();
  let stored = 0;

  function add(text, messageId, conversationId) {
    const known = all.get(conversationId);
    // An unknown conversation gets an id that nobody can guess.
    const isUsed = known && known.turns.length < limits.turns;
    const conversation = isUsed ? known : { id: randomUUID(), turns: [], messageIds: [], length: 0 };
    const turn = createTurn(text, messageId, { conversation_id: conversation.id, conversate: true });
    const earlier = conversation.turns
      .slice(-6)
      .filter((one) => one.text !== '')
      .map((one) => ({ question: one.text, answer: one.said() }));
    conversation.turns.push(turn);
    all.delete(conversation.id);
    all.set(conversation.id, conversation);
    conversation.usedAt = Date.now();
    if (messageId) {
      conversation.messageIds.push(messageId);
      asked.set(messageId, turn);
    }
    return { turn, earlier };
  }

  function forgetOld() {
    for (const [id, { usedAt, length, messageIds }] of all) {
      if (stored <= limits.stored && Date.now() - usedAt < limits.storedMs) return;
      all.delete(id);
      stored -= length;
      for (const messageId of messageIds) asked.delete(messageId);
    }
  }

  return {
    add,
    /** A turn is over. */
    count(turn) {
      const conversation = all.get(turn.context.conversation_id);
      if (!conversation) return;
      const { length } = JSON.stringify(turn.inHistory());
      conversation.length += length;
      stored += length;
      forgetOld();
    },
    /** The turn of a message that is sent again. */
    asked(messageId, conversationId) {
      const turn = asked.get(messageId);
      return !all.has(conversationId) || turn?.context.conversation_id === conversationId ? turn : undefined;
    },
    history(id) {
      forgetOld();
      return (all.get(id)?.turns ?? []).map((turn) => turn.inHistory());
    },
  };
}
