/** Built-in English texts (section `outreach`). */
export const outreachSection = 'outreach';

export const outreachTexts = {
  chatInvitationHeading: "Questions? Let's talk",
  chatInvitation: 'Chat with someone who knows our products.',
  chatInvitationAction: 'Start a chat',
  schedulerInvitationHeading: 'Would a call help?',
  schedulerInvitation: 'Book a free 30-minute call with an expert.',
  schedulerInvitationAction: 'Find a time',
  welcomeAction: 'Reply',
  welcomeUrlAction: 'Open',
  close: 'Close',
  invitationLabel: 'Invitation to talk to us',
  welcomeLabel: 'Our assistant',
  notificationLabel: 'News from us',
  chatAction: 'Start a chat',
  urlAction: 'Find out more',
} as const;
