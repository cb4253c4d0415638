import * as v from 'valibot';
import { createError, isWidgetError } from '../../platform/errors.ts';
import type { ChannelPorts, OutgoingMessage } from '../channel.ts';
import type { ChannelState } from '../channelState.ts';
import type { Line, MessageInput } from '../conversation.ts';
import { createDelivery } from '../delivery/createDelivery.ts';
import type { Entry, Outcome } from '../delivery/types.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { Exchange } from './exchange.ts';
import type { BotHistory } from './history.ts';
import type { BotSession } from './session.ts';
import { visitorMessageId } from './toHistory.ts';
import type { Turn, Turns } from './turns.ts';

/** The visitor's texts and choices, on the delivery core. */
export interface VisitorTexts {
  /** Resolves when the bot has the text; rejects when it stands as not sent. */
  send(message: OutgoingMessage): Promise<void>;
  /** Shows a choice as a message of the visitor and sends it with its fields (CH-094). */
  choose(line: Line): Promise<void>;
  /** A conversation begins or continues. Without an id the service has not named it yet. Texts wait for `begin`. */
  open(conversationId: string | undefined): void;
  /** The service has named the conversation. */
  named(conversationId: string): void;
  /** Texts can be sent. */
  begin(): void;
  /** The conversation is over, or there is none to continue. */
  close(): void;
  /** A new turn of the history. Returns whether the visitor has sent its text since the page was loaded. */
  found(turn: Turn): boolean;
}

export interface VisitorTextParts {
  readonly state: ChannelState;
  readonly session: BotSession;
  readonly exchange: Exchange;
  readonly player: AnswerPlayer;
  readonly turns: Turns;
  readonly history: Pick<BotHistory, 'read'>;
}

/** A text that was sent in this page, and the caller that waits for its outcome. */
interface Sent {
  readonly timestamp: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What is stored with a pressed choice, so that Try again sends its fields, also after a reload. */
const choiceData = v.object({ line: v.looseObject({ type: v.literal('choice'), text: v.string() }) });

export function createVisitorTexts(ports: ChannelPorts, parts: VisitorTextParts): VisitorTexts {
  const { adapterId, clock, lifetime, storage, tabs } = ports;
  const { state, session, exchange, player, turns } = parts;
  const sent = new Map<string, Sent>();
  const failures = new Map<string, unknown>();
  /** Texts whose answer has confirmed them before the delivery core does. */
  const confirmed = new Set<string>();
  /** The labels of pressed choices by the words that the history has instead. */
  const labels = new Map<string, string>();
  /** Undefined: no conversation is open. */
  let openId: string | undefined;

  const delivery = createDelivery({
    adapterId,
    clock,
    lifetime,
    storage,
    tabs,
    tells: { ids: false, sequence: false, history: true, receipts: false },
    // The bot's answers depend on the order of the conversation, which may have moved on. The visitor decides.
    resends: false,
    publish,
    replay,
    delivered(entry, position) {
      if (!confirmed.delete(entry.id)) confirm(entry, position === undefined ? undefined : turns.at(position));
    },
    notDelivered,
    restored(entries) {
      for (const { data } of entries) rememberLabel(lineOf(data));
      state.say(entries.map(restoredMessage));
    },
    returned: (texts) => state.emit({ type: 'returned', texts }),
  });

  function publish(entry: Entry): Promise<Outcome> {
    const input = { text: entry.text, line: lineOf(entry.data) };
    failures.delete(entry.id);
    return new Promise((resolve) => {
      const answered = (turn: Turn): void => {
        confirmed.add(entry.id);
        confirm(entry, turn); // Here already, so that the message precedes its answer.
        resolve({ type: 'echoed', position: turn.position });
      };
      exchange.post(input, { answered }).then(
        () => resolve({ type: 'unknown' }),
        (error: unknown) => {
          failures.set(entry.id, error);
          resolve({ type: isRefusal(error) ? 'refused' : 'unknown' });
        },
      );
    });
  }

  /** The history shows what has arrived. Where there is none, the visitor decides without it. */
  async function replay(): Promise<void> {
    const { conversationId } = state;
    if (conversationId === undefined) return; // The service has no conversation that it has told us of.
    try {
      await parts.history.read(conversationId);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      ports.log.warn('The bot service has no history to look up a text in.', error);
    }
  }

  function confirm(entry: Entry, turn: Turn | undefined): void {
    const one = sent.get(entry.id);
    if (turn) {
      const id = visitorMessageId(turn.id);
      const timestamp = one?.timestamp ?? turn.timestamp ?? entry.writtenAt;
      player.markShown(id);
      state.emit({ type: 'delivered', id: entry.id, as: { id, timestamp } });
    } else state.emit({ type: 'delivered', id: entry.id });
    one?.resolve();
  }

  function notDelivered({ id }: Entry): void {
    state.emit({ type: 'notDelivered', id });
    sent.get(id)?.reject(failures.get(id) ?? createError('CALL_ABORTED', 'The message was not sent.'));
  }

  function rememberLabel(line: Line | undefined): void {
    const words = (line?.says ?? line?.text)?.trim();
    if (line && words !== undefined && words !== line.text) labels.set(words, line.text);
  }

  function setOwner(): void {
    delivery.setOwner(`${ports.entry.skill ?? ''} ${ports.visitorKey()}`);
  }

  function write({ id, text }: OutgoingMessage, line?: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      sent.set(id, { timestamp: player.nextTimestamp(), resolve, reject });
      setOwner();
      delivery.write({ id, text, ...(line ? { data: { line } } : {}) });
    });
  }

  return {
    send: (message) => write(message),
    async choose(line) {
      const id = ports.createId();
      rememberLabel(line);
      state.say([{ id, type: 'visitor', text: line.text, isPending: true }]);
      await write({ id, text: line.text }, line);
    },
    open(conversationId) {
      setOwner();
      if (conversationId !== undefined && conversationId === openId) return;
      delivery.setReady(false);
      turns.clear();
      openId = conversationId ?? ports.createId();
      delivery.conversationOpened(openId);
    },
    named(conversationId) {
      if (openId === undefined || conversationId === openId) return;
      openId = conversationId;
      delivery.conversationNamed(conversationId);
    },
    begin() {
      if (openId !== undefined) delivery.setReady(true);
    },
    close() {
      setOwner();
      openId = undefined;
      delivery.setReady(false);
      delivery.conversationClosed();
    },
    found(turn) {
      const text = labels.get(turn.text) ?? turn.text;
      const entry = delivery.echo({ id: undefined, text, position: turn.position });
      if (!entry) return false;
      session.enter('chatting');
      return sent.has(entry.id);
    },
  };
}

function lineOf(data: unknown): Line | undefined {
  const parsed = v.safeParse(choiceData, data);
  return parsed.success ? parsed.output.line : undefined;
}

function restoredMessage({ id, text, writtenAt, fate }: Entry): MessageInput {
  const isNotSent = fate === 'unsent';
  return { id, type: 'visitor', text, timestamp: writtenAt, isPending: !isNotSent, isNotSent };
}

/** Whether the service has answered that it does not take this. Without an answer, or after an error of its own, it may have. */
function isRefusal(error: unknown): boolean {
  return (
    isWidgetError(error) &&
    error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408
  );
}
