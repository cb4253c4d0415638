/** A deployment file, with the stamp that shows that the build has checked its fields. */
export interface StampedFile {
  readonly $checked?: unknown;
}

/**
 * FNV-1a over the fields as JSON, 32 bits. It detects edits, not forgeries: anyone who can write the file can write the
 * stamp.
 */
export function stampOf(fields: object): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(fields)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return `${hash}`;
}

/** The fields without their stamp if they are unchanged since the build; undefined for every other file. */
export function checkedFields(file: unknown): object | undefined {
  if (typeof file !== 'object' || file === null) return undefined;
  const { $checked, ...fields } = file as StampedFile;
  return $checked === stampOf(fields) ? fields : undefined;
}
