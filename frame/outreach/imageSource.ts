/** SH-135: an absolute https address. Whether it loads is for the browser to find out. */
export function isImageSource(source: string): boolean {
  return /^https:\/\//i.test(source.trim()) && URL.canParse(source) && new URL(source).protocol === 'https:';
}
