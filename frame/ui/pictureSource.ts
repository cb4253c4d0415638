/** SH-135: whether the address is absolute and https. Does not check that the picture loads. */
export function isPictureSource(source: string): boolean {
  return /^https:\/\//i.test(source.trim()) && URL.canParse(source) && new URL(source).protocol === 'https:';
}
