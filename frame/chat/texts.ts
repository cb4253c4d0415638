import { createTextReader, type TextReader, type TextSource } from '../text/texts.ts';

/** The texts of the chat room in built-in English. Translations are fragments of the section `chat` (CH-220). */
export const chatTexts = {
  // Header (CH-019, CH-020, CH-041)
  headerBotTitle: 'Virtual assistant',
  headerBotSubtitle: 'Answers right away',
  headerAgentTitle: 'Live chat',
  headerAgentRole: 'Agent',
  headerAgentBottom: 'Online now',
  headerWaitingTop: 'Connecting you…',
  headerWaitingBottom: 'An agent will join soon.',
  headerWaitingAway: 'No agent is available. Write to us, and we will answer here later.',
  headerEndedTop: 'This chat has ended.',
  headerEndedBottom: 'Thank you for chatting with us.',
  // Composer (CH-029)
  composerLabel: 'Your message',
  placeholderChatting: 'Type a message',
  placeholderWaiting: 'Type a message for the agent',
  placeholderDisabled: 'Chat is not active',
  send: 'Send',
  // Messages
  messagesLabel: 'Messages',
  you: 'You',
  agent: 'Agent',
  assistant: 'Assistant',
  system: 'System',
  joined: 'Agent joined',
  error: 'Problem',
  date: 'Date',
  labelled: '{label}: {value}',
  saidAt: '{name} at {time}',
  today: 'Today',
  yesterday: 'Yesterday',
  sending: 'Sending…',
  sent: 'Sent',
  notSent: 'Not sent.',
  notSentCount: '{count} messages were not sent.',
  tryAgain: 'Try again',
  tryAllAgain: 'Try all again',
  delivered: 'Delivered',
  read: 'Seen',
  edited: 'Edited',
  messageEdited: '{name} edited a message: {text}',
  messageRemoved: 'A message was removed.',
  showMore: 'Show more',
  showLess: 'Show less',
  newMessages: 'New messages',
  isTyping: '{name} is typing',
  ratingQuestion: 'Was this helpful?',
  ratingUp: 'Yes, this helped',
  ratingDown: 'No, this did not help',
  ratingThanks: 'Thank you for your feedback.',
  quickReplies: 'Suggested replies',
  chosen: '(chosen)',
  // Labels of line types (CH-086)
  lineChat: 'Chat with an agent',
  lineScheduler: 'Book a meeting',
  lineLink: 'Open page',
  lineCheckout: 'Go to checkout',
  lineEmail: 'Send an email',
  linePhone: 'Call us',
  lineSupport: 'Get support',
  lineTrial: 'Start a trial',
  opensNewTab: '(opens in a new tab)',
  // The bot's first messages (CH-088)
  privacy: 'This chat is answered by a virtual assistant. Please do not share sensitive personal information.',
  connected: 'You are connected to the virtual assistant.',
  // End of a chat, survey, transcript
  chatEnded: 'The chat has ended.',
  chatLost: 'We lost the connection to this chat. Please start a new chat.',
  agentLeft: '{name} has left the chat.',
  agentJoined: '{name} has joined the chat.',
  endQuestion: 'End this chat?',
  endExplanation: 'You can download the transcript afterwards.',
  keepChatting: 'Keep chatting',
  endChat: 'End chat',
  yes: 'Yes',
  no: 'No',
  downloadOffer: 'Keep a copy of this conversation.',
  downloadTranscript: 'Download transcript',
  transcriptDownloaded: 'Transcript downloaded on {date}',
  startNewChat: 'Start new chat',
  surveyTitle: 'How was your chat?',
  surveySend: 'Send answers',
  surveySkip: 'Skip',
  surveyMissing: 'Please answer this question.',
  surveyFailed: 'We could not send your answers. Please try again.',
  surveyThanks: 'Thank you for your answers.',
  surveyChoose: 'Choose an answer',
  mandatory: '(required)',
  retry: 'Retry',
  // Failures (CH-213 to CH-219)
  startFailed: "We couldn't start the chat. You can email us instead.",
  notAvailable: 'This chat is not available right now. Please choose another way to reach us.',
  backToMenu: 'Back to menu',
  connectionLost: 'Connection lost. Reconnecting…',
  transferFailed: "We couldn't reach an agent. You can keep chatting here.",
  chatFailed: 'Something went wrong and this chat has ended.',
  outdated: 'This chat needs a newer version of this page. Reload to continue. Your text is kept.',
  reload: 'Reload',
  reloadFailed: 'We could not reload. Check your connection and try again.',
  signInFailed: 'Sign-in did not complete. Please try again.',
  emailUs: 'Email us',
  close: 'Close',
  // Offline queue (CH-033, CH-034)
  offlineNotice: 'Our agents are not available right now. Sign in to leave a message and read the answer later.',
  signIn: 'Sign in',
  createAccount: 'Create an account',
  welcomeBackNamed: 'Welcome back, {name}.',
  welcomeBack: 'Welcome back.',
  // The provider's own window (CH-156)
  externalNotice: 'Your chat is open in a separate window.',
  externalAgain: 'Open the window again',
  loading: 'Opening the chat…',
} as const;

export type ChatTextKey = keyof typeof chatTexts;
export type ChatTexts = TextReader<ChatTextKey>;

/** Who the subject of a sentence is: somebody with a name, or a role, whose word needs an article in many languages. */
export const person = (text: ChatTexts, name: string | undefined, role: 'agent' | 'assistant') => ({
  name: name || text(role),
  who: name ? 'named' : role,
});

export function createChatTexts(source: TextSource): ChatTexts {
  return createTextReader<ChatTextKey>(source, 'chat', chatTexts);
}
