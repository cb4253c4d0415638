/** SH-044: a title of more than 25 characters is set smaller. */
const longTitleLength = 25;

export function isLongTitle(title: string): boolean {
  return title.length > longTitleLength;
}
