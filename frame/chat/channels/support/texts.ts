/** Built-in English of section `support`. */
export const supportTexts = {
  opened: 'Your chat is open in a window of its own. You can keep using this page.',
} as const;
