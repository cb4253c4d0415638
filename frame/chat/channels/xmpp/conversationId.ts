/**
 * XMPP has accounts and messages, but no conversations. One of ours begins after a message of the archive, whose id is part of
 * the conversation's, so that any page can read it again. It ends when either side leaves.
 */
export function createConversationId(createId: () => string, after: string | undefined): string {
  return `${createId()}~${encodeURIComponent(after ?? '')}`;
}

/** The message of the archive after which the conversation begins. */
export function archiveStartOf(conversationId: string): string | undefined {
  try {
    // The message's id may have a `~` of its own, which is not encoded.
    return decodeURIComponent(conversationId.split('~').slice(1).join('~')) || undefined;
  } catch {
    return undefined; // Edited by hand: the whole archive counts.
  }
}
