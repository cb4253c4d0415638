import * as hostKeys from '../../bridge/hostKeys.ts';
import { visitorKeys } from '../platform/storage.ts';
import type { Widget } from '../widget.ts';

/** Removes all data of the chat, and revokes the tokens. The chat is already closed. Its code need not be downloaded for this. */
export function forgetChat({ storage, hostStore, deployment, clock, log }: Widget): void {
  if (storage.read('cm-visitor') === undefined && storage.read('cm-tab-visitor') === undefined) return;
  const profiles = (['cm-profile', 'cm-profile-guest'] as const).flatMap((key) =>
    storage.suffixes(key).map((suffix) => storage.read(key, suffix)),
  );
  for (const key of [...visitorKeys, 'cm-visitor', 'cm-tab-visitor', 'cm-tab'] as const) storage.clear(key);
  for (const key of [hostKeys.unreadsSeen, hostKeys.asyncUnreadsSeen] as const) void hostStore.remove(key);
  if (profiles.length > 0)
    import('../identity/revokeTokens.ts').then(
      ({ revokeTokens }) => revokeTokens(profiles, { deployment: deployment.identity, clock, log }),
      () => {}, // The tokens then expire by themselves.
    );
}
