import type { OutgoingMessage, RuntimePorts } from '../channel.ts';
import type { ChannelState } from '../channelState.ts';
import type { Line } from '../conversation.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { Exchange } from './exchange.ts';

/** The visitor's texts and choices. */
export interface VisitorTexts {
  send(message: OutgoingMessage): Promise<void>;
  /** Shows a choice as a message of the visitor and sends it with its fields (CH-094). */
  choose(line: Line): Promise<void>;
}

export function createVisitorTexts(
  ports: Pick<RuntimePorts, 'createId'>,
  { emit }: Pick<ChannelState, 'emit'>,
  exchange: Exchange,
  player: AnswerPlayer,
): VisitorTexts {
  /** Pressed lines by message id, so that Try again sends the line's fields and not only its text. */
  const pressed = new Map<string, Line>();

  function deliver(message: OutgoingMessage, line: Line | undefined): Promise<void> {
    const writtenAt = player.nextTimestamp();
    return exchange.post(
      { text: message.text, line },
      {
        answered(answerId) {
          pressed.delete(message.id);
          const id = `${answerId}__visitor`;
          player.markShown(id);
          emit({ type: 'delivered', id: message.id, as: { id, timestamp: writtenAt } });
        },
      },
    );
  }

  return {
    send: (message) => deliver(message, pressed.get(message.id)),
    async choose(line) {
      const id = ports.createId();
      pressed.set(id, line);
      emit({ type: 'messages', messages: [{ id, type: 'visitor', text: line.text, isPending: true }] });
      try {
        await deliver({ id, text: line.text }, line);
      } catch (error) {
        emit({ type: 'notDelivered', id });
        throw error;
      }
    },
  };
}
