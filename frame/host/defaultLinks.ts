import { isAddress } from '../text/isUrl.ts';
import { maxSettingLength } from './limits.ts';

export type LinkKind = 'chat' | 'contact' | 'email' | 'phone' | 'scheduler';

const kinds: readonly LinkKind[] = ['contact', 'chat', 'email', 'phone', 'scheduler'];

export interface DefaultLinks {
  readonly links: Readonly<Partial<Record<LinkKind, string>>>;
  /** Attributes with unusable values, by their dataset name. */
  readonly refused: readonly string[];
}

/** Validates the script's `data-default-*` links (SH-083). Not part of the core, because they are needed only on intent. */
export function parseDefaultLinks(attributes: Readonly<Record<string, string>>): DefaultLinks {
  const links: Partial<Record<LinkKind, string>> = {};
  const refused: string[] = [];
  for (const kind of kinds) {
    const name = `default${kind[0]?.toUpperCase()}${kind.slice(1)}`;
    const address = Object.hasOwn(attributes, name) ? attributes[name]?.trim() : '';
    if (!address) continue;
    if (address.length <= maxSettingLength && isAddress(address)) links[kind] = address;
    else refused.push(name);
  }
  return { links, refused };
}
