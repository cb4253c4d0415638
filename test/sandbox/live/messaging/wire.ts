/** The vendor's JSON shapes, in the vendor's words. */
import type { StoredConversation, StoredDialog, StoredEvent } from './records.ts';

export const surveyBot = 'survey-bot';

/** One entry of a conversation notification's `changes`. */
export function conversationChange(one: StoredConversation): Record<string, unknown> {
  return {
    type: 'UPSERT',
    result: { convId: one.id, effectiveTTR: -1, conversationDetails: conversationDetails(one) },
  };
}

function conversationDetails(one: StoredConversation): Record<string, unknown> {
  return {
    skillId: one.skillId,
    brandId: '1',
    state: one.dialogs[0]?.state ?? 'CLOSE',
    stage: one.stage,
    ...(one.closeReason ? { closeReason: one.closeReason } : {}),
    startTs: one.startTs,
    ...(one.endTs ? { endTs: one.endTs } : {}),
    metaDataLastUpdateTs: one.updatedTs,
    participants: participants(one, 'MAIN').map(({ id, role }) => ({ id, role })),
    dialogs: one.dialogs.map((dialog) => ({
      dialogId: dialog.id,
      dialogType: dialog.type,
      channelType: 'MESSAGING',
      state: dialog.state,
      creationTs: dialog.creationTs,
      ...(dialog.endTs ? { endTs: dialog.endTs, closedBy: dialog.closedBy, closedCause: dialog.closedCause } : {}),
      metaDataLastUpdateTs: one.updatedTs,
      participantsDetails: participants(one, dialog.type),
    })),
  };
}

function participants(one: StoredConversation, type: StoredDialog['type']) {
  return [
    { id: one.consumerId, role: 'CONSUMER', state: 'ACTIVE' },
    ...(type === 'MAIN' && one.agentId ? [{ id: one.agentId, role: 'ASSIGNED_AGENT', state: 'ACTIVE' }] : []),
    ...(type === 'POST_SURVEY' ? [{ id: surveyBot, role: 'AGENT', state: 'ACTIVE' }] : []),
  ];
}

/** One entry of an event notification's `changes`. */
export function eventChange(
  one: StoredConversation,
  dialog: StoredDialog,
  stored: StoredEvent,
): Record<string, unknown> {
  return {
    sequence: stored.sequence,
    originatorId: stored.originatorId,
    originatorMetadata: { id: stored.originatorId, role: stored.role },
    serverTimestamp: stored.serverTimestamp,
    event: stored.event,
    conversationId: one.id,
    dialogId: dialog.id,
    metadata: stored.metadata ?? null,
  };
}

export function contentEvent(message: string, replies?: readonly string[]): Record<string, unknown> {
  return {
    type: 'ContentEvent',
    contentType: 'text/plain',
    message,
    ...(replies ? { quickReplies: { type: 'quickReplies', itemsPerRow: 8, replies: replies.map(quickReply) } } : {}),
  };
}

function quickReply(title: string, at: number): Record<string, unknown> {
  return {
    type: 'button',
    title,
    tooltip: title,
    style: {},
    click: {
      metadata: [{ type: 'Answer', questionId: `q${at}`, id: `a${at}`, provider: 'AC' }],
      actions: [{ type: 'publishText', text: title }],
    },
  };
}

/** The `sub` claim of a JSON Web Token. */
export function readSubject(token: string): string | undefined {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as unknown;
    const { sub } = payload as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
