/** Built-in English of the notice that explains why there is no chat, section `menu`. Downloaded with the notice. */
export const consentTexts = {
  consentMissing: 'Chat keeps data in your browser, and you have not agreed to that.',
  consentElsewhere: 'You can change your choice in the cookie settings of this page.',
  pressAgain: 'This button is covered, or it has just moved. Please press it again.',
  consentAgree: 'Agree and show chat',
} as const;
