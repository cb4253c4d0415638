import type { FrameStorage } from '../../platform/storage.ts';
import { type Kept, parseKept } from './inquiry.ts';
import type { Outbox } from './outbox.ts';
import { guest, unnamed } from './owner.ts';

export interface OwnershipPorts {
  /** The visitor's keys (`owner.ts`): one visitor's draft is not shown to another. */
  readonly owners: () => readonly [string, ...string[]];
  readonly storage: FrameStorage;
}

/** Keeps every typed text: it replaces the record of a sent message, and two texts are joined. */
function joined(own: Kept | undefined, other: Kept): Kept {
  if (own?.state !== 'typed') return other;
  if (other.state !== 'typed') return own;
  const texts = [own, other].map(({ inquiry }) => inquiry.text).filter((text) => text.trim() !== '');
  const inquiry = {
    name: other.inquiry.name || own.inquiry.name,
    email: other.inquiry.email || own.inquiry.email,
    text: [...new Set(texts)].join('\n\n'),
  };
  return { state: 'typed', inquiry };
}

/** Whose draft and message the form shows. They follow the visitor when the page says more about who that is. */
export function createOwnership({ owners, storage }: OwnershipPorts, outbox: Outbox) {
  let [owner] = owners();
  /** The message that the form shows. */
  let shownId: string | undefined;

  const readKept = (of = owner): Kept | undefined => parseKept(storage.read('cm-form', of));
  const keep = (kept: Kept): void => void storage.write('cm-form', kept, owner);

  /** Takes over what the same visitor has written under other keys. */
  function adopt(others: readonly string[]): void {
    for (const other of others) {
      const kept = readKept(other);
      if (!kept) continue;
      storage.remove('cm-form', other);
      keep(joined(readKept(), kept));
      if (kept.state === 'sent') outbox.move(kept.id, owner);
    }
  }

  /** A visitor whom nothing identifies cannot come back. The message is still sent, under a key that no visitor has. */
  function leave(key: string): void {
    storage.remove('cm-form', key);
    const sent = outbox.read(key);
    if (sent) outbox.move(sent.id, sent.id);
  }

  return {
    get owner() {
      return owner;
    },
    readKept,
    keep,
    /** The owner of the message to show: the one that this tab has sent, or that of another tab. */
    ownerOfMessage(): string {
      const kept = readKept();
      const id = kept?.state === 'sent' ? kept.id : shownId;
      return (id === undefined ? undefined : outbox.ownerOf(id)) ?? owner;
    },
    shows(id: string | undefined): void {
      shownId = id;
    },
    forget(): void {
      shownId = undefined;
      storage.remove('cm-form', owner);
    },
    pageLoaded: () => adopt(owners().slice(1)),
    /** Returns false if the same visitor has the same key as before. */
    visitorChanged(isAnother: boolean): boolean {
      const before = owner;
      const [next, ...others] = owners();
      if (!isAnother && next === before) return false;
      if (isAnother) {
        shownId = undefined;
        if ([guest, unnamed].includes(before)) leave(before);
      }
      owner = next;
      adopt(isAnother ? others : [before, ...others]);
      if (shownId !== undefined) outbox.move(shownId, owner);
      return true;
    },
  };
}
