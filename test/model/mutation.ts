/** A piece of a file that is replaced. */
export interface Edit {
  readonly file: string;
  /** Must be in the file once. */
  readonly text: string;
  readonly replacement: string;
}

/** One rule, broken on purpose. A family must notice it. */
export interface Mutation {
  readonly rule: string;
  readonly name: string;
  /** More than one where the code guards the rule in more than one place. */
  readonly edits: readonly Edit[];
  /** The families that may notice it, in this order; `core` by default. */
  readonly families?: readonly string[];
}

export const edit = (file: string, text: string, replacement: string): Edit => ({ file, text, replacement });
