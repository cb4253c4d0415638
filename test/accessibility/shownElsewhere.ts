/** The texts of the product that no recorded state shows, and where people read them instead. */

interface Elsewhere {
  readonly place: string;
  /** The only files of the product that name these texts, apart from types. */
  readonly readBy: string | readonly string[];
  /** `links.salesPhone` */
  readonly texts: readonly string[];
}

export const shownElsewhere: readonly Elsewhere[] = [
  {
    place: 'below the text of a form whose message goes to a mail program (`browser/inquiry.spec.ts`)',
    readBy: 'frame/contact/form/views/InquiryForm.tsx',
    texts: ['inquiry.textTooLong'],
  },
  {
    place: 'on the company’s page, as the words of its own contact links',
    readBy: 'frame/contact/links/linkWording.ts',
    texts: ['links.salesPhone', 'links.salesEmail', 'links.salesChat'],
  },
  {
    place: 'in the live region of the chat, for a second (`browser/liveMessages.spec.ts`)',
    readBy: 'frame/chat/conversations/applyEvent.ts',
    texts: ['chat.messageEdited'],
  },
  {
    place: 'in the chat of a second tab, while the first tab has the live chat (`browser/secondTab.spec.ts`)',
    readBy: 'frame/chat/lifecycle/startConversation.ts',
    texts: ['chat.otherTab'],
  },
  {
    place: 'in the composer, in place of Send, while an answer is being written (`browser/streaming.spec.ts`)',
    readBy: 'frame/chat/views/Composer.tsx',
    texts: ['chat.stopAnswer'],
  },
  {
    place: 'below an answer that was stopped or is not complete (`browser/streaming.spec.ts`)',
    readBy: 'frame/chat/views/MessageView.tsx',
    texts: ['chat.answerStopped', 'chat.answerBroken'],
  },
  {
    place: 'in the file with the transcript of a chat, as its first line',
    readBy: 'frame/chat/messages/transcript.ts',
    texts: ['chat.transcriptDownloaded'],
  },
  {
    place: 'in the visitor’s own mail program, as the subject of the message',
    readBy: 'frame/contact/form/views/InquiryForm.tsx',
    texts: ['inquiry.subject'],
  },
  {
    place: 'in the visitor’s own calendar, as the title and the description of the call',
    readBy: 'frame/scheduler/appointmentStore.ts',
    texts: ['scheduler.manage', 'scheduler.eventTitle', 'scheduler.eventTitleWith'],
  },
  {
    place: 'on the button that changes a call, while the change is sent (`unit/scheduler/views.test.ts`)',
    readBy: 'frame/scheduler/views/ContactSection.tsx',
    texts: ['scheduler.updating'],
  },
  {
    place: 'above that button, after a change that failed (`unit/scheduler/views.test.ts`)',
    readBy: 'frame/scheduler/bookingStore.ts',
    texts: ['scheduler.changeFailed'],
  },
  {
    place: 'there, too, after a change that may have succeeded (`unit/scheduler/views.test.ts`)',
    readBy: ['frame/scheduler/bookingStore.ts', 'frame/scheduler/state.ts'],
    texts: ['scheduler.changeTimedOut'],
  },
  {
    place: 'as the title of a call that is over (`browser/schedulerBooking.spec.ts`)',
    readBy: 'frame/scheduler/views/DetailsScreen.tsx',
    texts: ['scheduler.pastTitle'],
  },
  {
    place: 'as the title of the menu of a deployment for sales (`browser/looks.spec.ts`)',
    readBy: 'frame/surfaces/Header.tsx',
    texts: ['header.salesTitle'],
  },
  {
    place: 'above the chat, while no agent is available (`unit/chat/chatHeader.test.ts`)',
    readBy: 'frame/chat/views/ChatHeader.tsx',
    texts: ['chat.headerWaitingAway'],
  },
  {
    place: 'in the chat with a desk where nobody answers (`browser/xmpp.spec.ts`)',
    readBy: 'frame/chat/conversation.ts',
    texts: ['chat.nobodyAnswers'],
  },
];
