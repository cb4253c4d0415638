/** The fields of a deployment file beside the stamp that says the build has checked them. */
export interface StampedFile {
  readonly $checked?: unknown;
}

/** FNV-1a over the fields as JSON, 32 bits. It finds edits, not forgers: who may write the file may write the stamp. */
export function stampOf(fields: object): string {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(fields)) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `${hash}`;
}

/** The fields without their stamp, when nobody has changed them since; undefined for every other file. */
export function checkedFields(file: unknown): object | undefined {
  if (typeof file !== 'object' || file === null) return undefined;
  const { $checked, ...fields } = file as StampedFile;
  return $checked === stampOf(fields) ? fields : undefined;
}
