import type { ChannelState } from '../ground/channelState.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { BotApi } from './api.ts';
import type { BotSession } from './session.ts';
import type { Times } from './times.ts';
import type { Block } from './toBlocks.ts';
import type { Turns } from './turns.ts';
import type { BotAnswer } from './wire.ts';

/** What the parts of the channel share. */
export interface BotParts {
  readonly state: ChannelState;
  readonly api: BotApi;
  readonly session: BotSession;
  readonly player: AnswerPlayer;
  readonly times: Times;
  readonly turns: Turns;
  /** Splits an answer into blocks, one per bubble. */
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
}
