/** Built-in English of the sales wording (SH-088); a translated fragment of section `links` wins. */
export const salesTexts = {
  salesPhone: 'Call sales',
  salesEmail: 'Email sales',
  salesChat: 'Chat with sales',
} as const;

export type SalesKey = keyof typeof salesTexts;
