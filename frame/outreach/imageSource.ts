/** SH-135: whether the address is absolute and https. Does not check that the image loads. */
export function isImageSource(source: string): boolean {
  return /^https:\/\//i.test(source.trim()) && URL.canParse(source) && new URL(source).protocol === 'https:';
}
