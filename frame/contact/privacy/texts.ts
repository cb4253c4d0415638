/** Built-in English of the visitor's own data, section `privacy`. */
export const privacyTexts = {
  title: 'Your data',
  intro: 'This browser keeps your chats, drafts and choices for this page. You can download a copy, or delete them.',
  introService: 'Your request also goes to the services that hold your chats.',
  copy: 'Download a copy',
  delete: 'Delete my data',
  question: 'Delete your data?',
  explanation:
    'This ends your chats and deletes your data in all tabs. This cannot be undone. Booked calls stay booked.',
  yes: 'Yes, delete it',
  no: 'No, keep it',
  pressAgain: 'This button is covered, or it has just moved. Please press it again.',
  working: 'One moment…',
  copied: 'Your copy has been downloaded.',
  copiedInPart:
    'Your copy has been downloaded, but without the data that our services hold, because we could not get it.',
  copyFailed: 'We could not make your copy. Check your connection and try again.',
  deleteFailed: 'We could not delete your data. Check your connection and try again.',
  deleted: 'Your data has been deleted, in this browser and at our services.',
  here: 'Your data in this browser has been deleted.',
  kept: 'Messages and files that you have sent stay with the services that received them.',
  accepted: 'Your data in this browser has been deleted. The services will delete theirs.',
  reference: 'Your reference: {reference}',
  failed:
    'A service that holds your data has not confirmed the deletion. In this browser, nothing has been deleted yet.',
  tryAgain: 'Try again',
  onlyHere: 'Delete only in this browser',
} as const;

export type PrivacyTextKey = keyof typeof privacyTexts;
