import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { BotApi, OwnCalls } from './api.ts';
import type { BotSession } from './session.ts';
import type { Block } from './toBlocks.ts';
import type { Times, Turns } from './turns.ts';
import type { BotAnswer } from './wire.ts';

/** The differences between the company's own bot and the hosted assistant. */
export interface BotVariant {
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
  /** Pause after the first block of a greeting, after which the others appear together (CH-090); undefined paces it like any answer. */
  readonly greetingPauseMs: number | undefined;
  /** Text keys of the system messages shown before the greeting. */
  readonly opening: readonly ('privacy' | 'connected')[];
  /** Runs before each status check. Rejecting makes the channel unavailable. */
  readonly prepare?: () => Promise<void>;
  /** Runs before each new conversation. Never rejects. */
  readonly beforeStart?: () => Promise<void>;
  /** What does not go to the bot service. */
  readonly calls?: OwnCalls;
  /** Loads the employee check; by default as a script. */
  readonly loadJsonp?: LoadJsonp | undefined;
}

/** What the parts of the channel share. */
export interface BotParts {
  readonly variant: BotVariant;
  readonly state: ChannelState;
  readonly api: BotApi;
  readonly session: BotSession;
  readonly player: AnswerPlayer;
  readonly times: Times;
  readonly turns: Turns;
}
