/**
 * Whether a page must download the rooms without intent: a conversation is to be continued, an end must be reported, a text
 * or a message of the form waits to be sent, or the chat belongs to a signed-in visitor, who may have signed out since. The
 * names are those of the storage registry.
 */
export function hasStoredChat(stored: Readonly<Record<string, string>>): boolean {
  return Object.entries(stored).some(
    ([name, text]) =>
      /^cm-(?:conversations|outbox|ends|draft|chat-account|external-config)/.test(name) ||
      // The mark of a signed-in visitor has hashes of their ids (visitorMark.ts).
      (name === 'cm-visitor' && /"(?:iui|userId)"|"signedin":true/.test(text)),
  );
}
