import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts, OutgoingMessage } from '../../channel.ts';
import type { Line, MessageInput } from '../../conversation.ts';
import { createDelivery } from '../../delivery/createDelivery.ts';
import type { Entry, Outcome } from '../../delivery/types.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { BotApi } from './api.ts';
import { createChoiceLabels, lineOf } from './choices.ts';
import type { Exchange } from './exchange.ts';
import type { BotHistory } from './history.ts';
import { createHistoryLookUp, echoOf, isRefusal } from './historyLookUp.ts';
import type { BotSession } from './session.ts';
import type { Times } from './times.ts';
import { visitorMessageId } from './toHistory.ts';
import type { Turn, Turns } from './turns.ts';

/** The visitor's texts and choices, sent through the delivery core. */
export interface VisitorTexts {
  /** Resolves when the bot has the text. Rejects when it is shown as not sent. */
  send(message: OutgoingMessage): Promise<void>;
  /** The visitor has taken a text back. */
  forget(id: string): void;
  /** Shows a choice as a message of the visitor and sends it with its fields (CH-094). */
  choose(line: Line): Promise<void>;
  /** A conversation starts or continues. Without an id the service has not named it yet. Texts wait for `begin`. */
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
  readonly times: Times;
  readonly turns: Turns;
  readonly api: Pick<BotApi, 'history'>;
  readonly history: Pick<BotHistory, 'read'>;
}

/** Waits for the outcome of a text. */
interface Caller {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createVisitorTexts(ports: ChannelPorts, parts: VisitorTextParts): VisitorTexts {
  const { adapterId, clock, lifetime, storage, tabs } = ports;
  const { state, session, exchange, player, times, turns } = parts;
  /** When each text of this page was last sent. */
  const sentAt = new Map<string, number>();
  const callers = new Map<string, readonly Caller[]>();
  const failures = new Map<string, unknown>();
  /** Texts that their answer has confirmed before the delivery core. */
  const confirmed = new Set<string>();
  const labels = createChoiceLabels();
  /** Undefined: no conversation is open. */
  let openId: string | undefined;

  const delivery = createDelivery({
    adapterId,
    clock,
    lifetime,
    storage,
    tabs,
    capabilities: { ids: false, sequence: false, history: true },
    // The bot's answers depend on the order of the conversation, which may have continued, so the visitor decides.
    resends: false,
    publish,
    ...createHistoryLookUp(ports, parts),
    delivered(entry, position) {
      if (!confirmed.delete(entry.id)) confirm(entry, position === undefined ? undefined : turns.at(position));
    },
    notDelivered,
    restored(entries) {
      for (const { id, data } of entries) labels.add(id, lineOf(data));
      state.say(entries.map(restoredMessage));
    },
    returned: (texts) => state.emit({ type: 'returned', texts }),
  });

  function publish(entry: Entry): Promise<Outcome> {
    const input = { id: entry.id, text: entry.text, line: lineOf(entry.data) };
    failures.delete(entry.id);
    return new Promise((resolve) => {
      const answered = (turn: Turn): void => {
        delivery.seen(turns.lastPosition);
        confirmed.add(entry.id);
        confirm(entry, turn); // Confirmed here, so that the message precedes its answer.
        resolve({ type: 'echoed', position: turn.position, key: turn.key });
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

  function confirm(entry: Entry, turn: Turn | undefined): void {
    labels.remove(entry.id);
    state.emit({ type: 'delivered', id: entry.id, as: turn && messageOf(entry, turn) });
    for (const { resolve } of takeCallers(entry.id)) resolve();
  }

  /** The message that a text has become. */
  function messageOf(entry: Entry, turn: Turn): { readonly id: string; readonly timestamp: number } {
    const id = visitorMessageId(turn.id);
    player.markShown(id);
    return { id, timestamp: times.of(turn.id, sentAt.get(entry.id) ?? turn.timestamp ?? entry.writtenAt) };
  }

  function notDelivered({ id }: Entry): void {
    state.emit({ type: 'notDelivered', id });
    const reason = failures.get(id) ?? createError('CALL_ABORTED', 'The message was not sent.');
    for (const { reject } of takeCallers(id)) reject(reason);
  }

  function takeCallers(id: string): readonly Caller[] {
    const waiting = callers.get(id) ?? [];
    callers.delete(id);
    return waiting;
  }

  /** A guest who signs in keeps the conversation. So does a page with another skill, which resumes the same conversation. */
  function setOwner(): void {
    delivery.setOwner(ports.visitorKey());
    if (openId === undefined) return;
    delivery.conversationOpened(openId);
    delivery.seen(turns.lastPosition);
  }

  function write({ id, text }: OutgoingMessage, line?: Line): Promise<void> {
    sentAt.set(id, clock.now());
    return new Promise((resolve, reject) => {
      callers.set(id, [...(callers.get(id) ?? []), { resolve, reject }]);
      setOwner();
      delivery.write({ id, text, data: line && { line } });
    });
  }

  return {
    send: write,
    forget: delivery.forget,
    async choose(line) {
      const id = ports.createId();
      labels.add(id, line);
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
      if (openId === undefined) return;
      delivery.seen(turns.lastPosition);
      delivery.setReady(true);
    },
    close() {
      setOwner();
      openId = undefined;
      delivery.setReady(false);
      delivery.conversationClosed();
    },
    found(turn) {
      // A confirmed text releases the next one, which comes after all known turns.
      delivery.seen(turns.lastPosition);
      const entry = delivery.echo(echoOf(turn, labels.of(turn.text)));
      if (!entry) return false;
      session.enter('chatting');
      return sentAt.has(entry.id);
    },
  };
}

function restoredMessage({ id, text, writtenAt, status }: Entry): MessageInput {
  const isNotSent = status === 'unsent';
  return { id, type: 'visitor', text, timestamp: writtenAt, isPending: !isNotSent, isNotSent };
}
