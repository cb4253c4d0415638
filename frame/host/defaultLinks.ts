import { isAddress } from '../text/isUrl.ts';
import { maxSettingLength } from './limits.ts';

export type LinkKind = 'chat' | 'contact' | 'email' | 'phone' | 'scheduler';

/** Attribute of the script, and text of the name, in the order in which they are shown. */
export const linkNames = {
  contact: 'defaultContact',
  chat: 'defaultChat',
  email: 'defaultEmail',
  phone: 'defaultPhone',
  scheduler: 'defaultScheduler',
} as const satisfies Record<LinkKind, string>;

export interface DefaultLinks {
  readonly links: Readonly<Partial<Record<LinkKind, string>>>;
  /** Attributes with unusable values, by their dataset name. */
  readonly refused: readonly string[];
}

/** Validates the script's `data-default-*` links (SH-083). */
export function parseDefaultLinks(attributes: Readonly<Record<string, string>>): DefaultLinks {
  const links: Partial<Record<LinkKind, string>> = {};
  const refused: string[] = [];
  for (const kind of Object.keys(linkNames) as LinkKind[]) {
    const name = linkNames[kind];
    const address = Object.hasOwn(attributes, name) ? attributes[name]?.trim() : '';
    if (!address) continue;
    if (address.length <= maxSettingLength && isAddress(address)) links[kind] = address;
    else refused.push(name);
  }
  return { links, refused };
}
