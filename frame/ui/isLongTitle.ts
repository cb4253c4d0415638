/** SH-044: a title of more than 25 characters has a smaller font size. */
const longTitleLength = 25;

export function isLongTitle(title: string): boolean {
  return title.length > longTitleLength;
}
