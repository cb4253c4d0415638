/** Built-in English of the sales wording (SH-088). A translated fragment in section `links` replaces it. */
export const salesTexts = {
  salesPhone: 'Call sales',
  salesEmail: 'Email sales',
  salesChat: 'Chat with sales',
} as const;
