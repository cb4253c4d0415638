/** The words of a text in Markdown without its marks, for announcements and the transcript. `link` has `$1` for the label, `$2` for the address. */
export function textOfMarkdown(markdown: string, link = '$1 ($2)'): string {
  return markdown.replace(/\[([^[\]\n]*)\]\(([^\s()[\]]*)\)/gu, link).replace(/\*\*|`+|^ *#+ /gmu, '');
}
