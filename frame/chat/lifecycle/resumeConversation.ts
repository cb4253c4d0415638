import type { ResumeRequest } from '../channel.ts';
import { isOver } from '../chatState.ts';
import type { ChatCore } from '../core.ts';
import type { AdapterId } from '../routing/adapters.ts';

/** Continues a conversation from before a reload. Returns whether there was one (CH-052). */
export async function resumeConversation(
  core: ChatCore,
  adapterId: AdapterId,
  request: ResumeRequest,
): Promise<boolean> {
  const channel = core.channels.of(adapterId);
  if (!channel || core.ports.lifetime.ended) return false;
  const record = core.dispatch(adapterId, { type: 'resumeAsked' });
  const isResumed = await channel.resume?.(request).catch((error: unknown) => {
    core.ports.log.warn('A conversation could not be continued.', error);
    return false;
  });
  if (core.ports.lifetime.ended) return false;
  const state = record?.published?.state;
  if (isResumed && state !== undefined && !isOver(state)) {
    core.dispatch(adapterId, { type: 'resumed' }, record);
    return true;
  }
  core.dispatch(adapterId, { type: 'notResumed' }, record);
  return false;
}
