/** Built-in English of section `legacyChat`. */
export const legacyTexts = {
  opened: 'Your chat is open on this page.',
} as const;
