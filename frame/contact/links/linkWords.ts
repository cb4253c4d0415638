import type { LinkKind } from '../../host/defaultLinks.ts';
import type { salesTexts } from './texts.ts';

/**
 * The wording of contact links by locale (SH-087): each label with the locales that use it. A bare language covers all of its regions that
 * are not listed.
 */
export interface LabelRow {
  readonly label: string;
  readonly text: string;
  readonly locales: readonly string[];
}

/** A kind with its own text. A contact link has the label of the locale. */
export type WordedKind = Exclude<LinkKind, 'contact'>;

/** The texts of a language. Those of the sales wording may be missing (SH-088). */
export type KindTexts = Readonly<Record<WordedKind, string> & Partial<Record<keyof typeof salesTexts, string>>>;

/** The wording of contact links. English is downloaded with the links, the other languages only if the page needs one. */
export interface LinkWords {
  readonly labels: readonly LabelRow[];
  readonly kinds: Readonly<Record<string, KindTexts>>;
}
