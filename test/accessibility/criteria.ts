/** Every success criterion of WCAG 2.2 A and AA, and what shows that the widget meets it. */

export type Surface =
  | 'pill'
  | 'pane and menu'
  | 'chat'
  | 'scheduler'
  | 'landing page'
  | 'pop-up and notification'
  | 'survey'
  | 'your data'
  | 'offline form';

export interface Evidence {
  /** Relative to `test/`. */
  readonly file: string;
  /** A part of the title of one test of the file, or of a step, as its source spells it. */
  readonly title: string;
  readonly surfaces: readonly Surface[];
}

export interface Criterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA';
  readonly tests: readonly Evidence[];
  /** What the tests leave open. */
  readonly open?: string;
  /** Why the criterion does not apply. */
  readonly notApplicable?: string;
}

const shown = (file: string, title: string, ...surfaces: readonly Surface[]): Evidence => ({ file, title, surfaces });

/** The surfaces that the journeys of `accessibility/states` show, by the first word of a journey's name. */
export const surfacesOfJourneys: Readonly<Record<string, readonly Surface[]>> = {
  pill: ['pill'],
  menu: ['pane and menu', 'your data'],
  bots: ['chat'],
  agents: ['chat', 'survey'],
  files: ['chat'],
  scheduler: ['scheduler', 'landing page'],
  cards: ['pop-up and notification'],
  inquiry: ['offline form'],
};

/** In every theme, light and dark, and with forced colours. */
const chosen: readonly Evidence[] = [
  shown('browser/accessibility.spec.ts', 'what is chosen has a contrast of 3', 'survey'),
  shown('browser/colours.spec.ts', 'time, view and time format have a line around them', 'scheduler'),
  shown('browser/colours.spec.ts', 'the pressed thumb is filled and has a line around it', 'chat'),
];

/** Its surfaces are those whose journeys are all recorded in `golden/accessibility/matrix.json`. */
export const matrix: Evidence = shown('accessibility/matrix.spec.ts', 'both checkers find nothing in');

/** axe and IBM's checker find nothing in WCAG 2.2 A and AA. */
export const checked: readonly Evidence[] = [
  matrix,
  shown('browser/shell.spec.ts', 'the host page with pill and pane breaks no axe rule that it did not break', 'pill'),
  shown('browser/shell.spec.ts', 'the pane with its menu breaks no axe rule:', 'pane and menu'),
  shown('browser/chatWindow.spec.ts', 'breaks no accessibility rule, light or dark', 'chat'),
  shown('browser/schedulerJourney.spec.ts', 'finds, moves and cancels a call in', 'scheduler'),
  shown('browser/schedulerLayout.spec.ts', 'is a page of its own in landing mode', 'landing page'),
  shown('browser/outreach.spec.ts', 'announces a card without moving focus', 'pop-up and notification'),
  shown('acceptance/start.spec.ts', 'after a live chat there are a survey and the transcript', 'survey'),
  shown('browser/privacy.spec.ts', 'downloads everything that is kept about them', 'your data'),
  shown('browser/inquiry.spec.ts', 'while the company is closed, with the keyboard alone', 'offline form'),
];

const allSurfaces: readonly Surface[] = [...new Set(Object.values(surfacesOfJourneys).flat())];
const everywhere: readonly Surface[] = ['pane and menu', 'chat', 'scheduler', 'your data'];

const trees: readonly Evidence[] = [
  shown(
    'browser/accessibilityTree.spec.ts',
    'the accessibility tree of the $',
    ...everywhere,
    ...(['pill', 'landing page', 'pop-up and notification'] as const),
  ),
  shown('browser/accessibilityTree.spec.ts', 'the accessibility tree of the survey after a chat', 'survey'),
  shown('browser/accessibilityTree.spec.ts', 'the accessibility tree of the offline form', 'offline form'),
];
const walk = shown('browser/accessibility.spec.ts', 'Tab shows the focus, nothing covers it', ...everywhere);
const engines = shown(
  'browser/engines/smokeSuite.ts',
  'moves focus into the pane, and back to the pill on Escape',
  'pill',
  'pane and menu',
);
const keyboard: readonly Evidence[] = [
  shown('browser/shell.spec.ts', 'opens by keyboard, takes focus, and returns it to the pill', 'pill', 'pane and menu'),
  shown(
    'acceptance/location.spec.ts',
    'finds another location in a list that can be searched, by keyboard',
    'pane and menu',
  ),
  shown('browser/chatWindow.spec.ts', 'focuses the input; Enter sends, Shift+Enter breaks the line', 'chat'),
  shown('browser/schedulerJourney.spec.ts', 'cancels a call by keyboard only', 'scheduler'),
  shown('browser/schedulerCalendar.spec.ts', 'moves by every key of a date grid', 'scheduler'),
  shown('browser/outreach.spec.ts', 'announces a card without moving focus', 'pop-up and notification'),
  shown('browser/privacy.spec.ts', 'works by keyboard alone, and a mistaken press deletes nothing', 'your data'),
  shown('browser/inquiry.spec.ts', 'while the company is closed, with the keyboard alone', 'offline form'),
  shown('browser/keyboard.spec.ts', 'asks the bot and follows its suggestion by keyboard alone', 'chat'),
  shown('browser/keyboard.spec.ts', 'answers the survey after a chat by keyboard alone', 'survey'),
  shown('browser/keyboard.spec.ts', 'Tab reaches the pop-up from the page', 'pop-up and notification'),
  shown('browser/keyboard.spec.ts', 'Tab reaches the notification of an offer', 'pop-up and notification'),
  shown('browser/keyboard.spec.ts', 'books on the landing page, and finds and cancels the call there', 'landing page'),
  shown('browser/engines/keyboardSuite.ts', 'Tab reaches the pop-up, Enter on it opens', 'pop-up and notification'),
  shown('browser/engines/keyboardSuite.ts', 'choose a time on the landing page', 'landing page'),
  shown('browser/engines/keyboardSuite.ts', 'Enter and Space answer the survey after a chat', 'survey'),
];
const zoom: readonly Evidence[] = [
  shown('browser/frontPage.spec.ts', 'fits with pill and menu from 1280 to 320 px', 'pane and menu'),
  shown('browser/chatReading.spec.ts', 'in a window of 320 by 256 px (400 % zoom)', 'chat'),
  shown('browser/schedulerLayout.spec.ts', 'covers nothing with its bar at 400 %', 'scheduler'),
  shown('browser/inquiry.spec.ts', 'the form fits a phone and 400 % zoom', 'offline form'),
];
const samePlace: readonly Evidence[] = [
  shown('acceptance/pill.spec.ts', 'the pill is 16 px from the bottom right', 'pill'),
  shown('browser/isolation.spec.ts', 'matches the pill on the plain page pixel by pixel', 'pill'),
];
const errors: readonly Evidence[] = [
  shown('browser/schedulerOutcome.spec.ts', 'names every error beside the button', 'scheduler'),
  shown('acceptance/start.spec.ts', 'after a live chat there are a survey and the transcript', 'survey'),
  shown('browser/inquiry.spec.ts', 'the form fits a phone and 400 % zoom', 'offline form'),
];

const wording = 'That there is a text is tested, and that it is the recorded one. Nobody has judged how clear it is.';
const noMedia = 'The widget has no recorded audio and no video of its own.';
const visitorsPage = 'This belongs to the page that holds the widget. The widget is one part of it.';

function criterion(
  number: string,
  name: string,
  level: 'A' | 'AA',
  tests: readonly Evidence[] | string,
  open?: string,
): Criterion {
  if (typeof tests === 'string') return { number, name, level, tests: [], notApplicable: tests };
  return { number, name, level, tests, ...(open === undefined ? {} : { open }) };
}

export const criteria: readonly Criterion[] = [
  criterion(
    '1.1.1',
    'Non-text Content',
    'A',
    [
      ...checked,
      ...trees,
      shown('acceptance/chatMessaging.spec.ts', 'who answers is in the header', 'chat'),
      shown('browser/xmpp.spec.ts', 'a visitor sends files by button, paste and drop', 'chat'),
    ],
    'Pictures of services, agents and offers count as decoration and have no text of their own. What a company’s picture says is not tested.',
  ),
  criterion('1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', noMedia),
  criterion('1.2.2', 'Captions (Prerecorded)', 'A', noMedia),
  criterion('1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', noMedia),
  criterion('1.2.4', 'Captions (Live)', 'AA', 'The widget has no live audio or video.'),
  criterion('1.2.5', 'Audio Description (Prerecorded)', 'AA', noMedia),
  criterion('1.3.1', 'Info and Relationships', 'A', [
    ...checked,
    ...trees,
    shown('browser/schedulerCalendar.spec.ts', 'offers the times of a day as one labelled group', 'scheduler'),
    shown('browser/live.spec.ts', 'gives every type of message its own appearance and label', 'chat'),
  ]),
  criterion('1.3.2', 'Meaningful Sequence', 'A', [
    ...trees,
    shown('browser/longChatScreenReader.spec.ts', 'offers a long conversation to screen readers', 'chat'),
  ]),
  criterion(
    '1.3.3',
    'Sensory Characteristics',
    'A',
    [shown('unit/text/wording.test.ts', 'points to nothing by its place, its colour or its shape', ...allSurfaces)],
    'Only the English is read. A company’s own texts replace ours and are its own responsibility.',
  ),
  criterion('1.3.4', 'Orientation', 'AA', [
    shown('browser/accessibility.spec.ts', 'a phone shows all, upright and sideways', ...everywhere),
  ]),
  criterion('1.3.5', 'Identify Input Purpose', 'AA', [
    shown('browser/accessibility.spec.ts', 'the fields about the visitor name their purpose', 'scheduler'),
    shown('browser/inquiry.spec.ts', 'the fields name their purpose', 'offline form'),
    ...checked,
  ]),
  criterion('1.4.1', 'Use of Color', 'A', [
    ...chosen,
    shown('browser/schedulerCalendar.spec.ts', 'marks the days with free times in forced colours', 'scheduler'),
    shown('browser/live.spec.ts', 'gives every type of message its own appearance and label', 'chat'),
    shown('browser/layout.spec.ts', 'every control of the pane visible with forced colours', 'pill', 'pane and menu'),
  ]),
  criterion(
    '1.4.2',
    'Audio Control',
    'A',
    'The only sound is a short tone for a new message, which a visitor switches on. Nothing plays for three seconds.',
  ),
  criterion('1.4.3', 'Contrast (Minimum)', 'AA', [
    ...checked,
    shown('browser/layout.spec.ts', 'has a contrast of at least 4.5 in pill and pane', 'pill', 'pane and menu'),
  ]),
  criterion(
    '1.4.4',
    'Resize Text',
    'AA',
    zoom,
    'Zoom of the browser is tested. A larger text size without zoom is not.',
  ),
  criterion('1.4.5', 'Images of Text', 'AA', 'All text is text. Pictures come from the company and its agents.'),
  criterion('1.4.10', 'Reflow', 'AA', [
    ...zoom,
    shown('browser/accessibility.spec.ts', 'text with the spacing of WCAG is not cut off', ...everywhere),
  ]),
  criterion(
    '1.4.11',
    'Non-text Contrast',
    'AA',
    [
      shown('browser/accessibility.spec.ts', 'borders and icons have a contrast of 3', ...everywhere),
      ...chosen,
      walk,
      shown('browser/layout.spec.ts', 'every control of the pane visible with forced colours', 'pill', 'pane and menu'),
    ],
    'The contrast of the ring around the pill is not measured. The frames of radio buttons and checkboxes are the browser’s.',
  ),
  criterion('1.4.12', 'Text Spacing', 'AA', [
    shown('browser/accessibility.spec.ts', 'text with the spacing of WCAG is not cut off', ...everywhere),
  ]),
  criterion('1.4.13', 'Content on Hover or Focus', 'AA', 'Only the browser’s own tooltips appear on hover.'),

  criterion('2.1.1', 'Keyboard', 'A', [...keyboard, walk, engines]),
  criterion('2.1.2', 'No Keyboard Trap', 'A', [
    shown('browser/shell.spec.ts', 'Tab passes through the open one both ways', 'pane and menu'),
    shown('browser/shell.spec.ts', 'is modal while it covers the screen', 'pane and menu'),
    engines,
  ]),
  criterion('2.1.4', 'Character Key Shortcuts', 'A', 'The widget has no shortcut of a single character.'),
  criterion(
    '2.2.1',
    'Timing Adjustable',
    'A',
    [
      shown(
        'unit/outreach/notificationStore.test.ts',
        'do not fade while the pointer or the focus is on them',
        'pop-up and notification',
      ),
      shown(
        'unit/outreach/proactiveStage.test.ts',
        'times out only when the pointer and the focus have left',
        'pop-up and notification',
      ),
    ],
    'How long a chat stays open without a message is a rule of its service.',
  ),
  criterion(
    '2.2.2',
    'Pause, Stop, Hide',
    'A',
    [
      shown('browser/pill.spec.ts', 'collapses to its icon once', 'pill'),
      shown('browser/layout.spec.ts', 'shows the pill without a slide-in under reduced motion', 'pill'),
      shown('browser/accessibility.spec.ts', 'reduced motion stops the dots', 'chat', 'pane and menu'),
    ],
    'The dots that show that somebody types move until the answer is there. Only reduced motion stops them.',
  ),
  criterion('2.3.1', 'Three Flashes or Below Threshold', 'A', 'Nothing flashes.'),
  criterion('2.4.1', 'Bypass Blocks', 'A', [
    ...trees,
    shown('browser/loaderStart.spec.ts', 'places one cross-origin iframe with a title', 'pane and menu'),
  ]),
  criterion('2.4.2', 'Page Titled', 'A', [
    ...checked,
    shown('browser/loaderStart.spec.ts', 'places one cross-origin iframe with a title', 'pane and menu'),
  ]),
  criterion('2.4.3', 'Focus Order', 'A', [
    ...keyboard,
    shown('browser/shell.spec.ts', 'opens by itself with ?$', 'pane and menu'),
    shown('browser/links.spec.ts', 'moves the focus from a contact link into the pane, and back', 'pane and menu'),
    shown('browser/shell.spec.ts', 'moves the focus from inside to the pill', 'pill'),
  ]),
  criterion('2.4.4', 'Link Purpose (In Context)', 'A', [...checked, ...trees], wording),
  criterion('2.4.5', 'Multiple Ways', 'AA', visitorsPage),
  criterion('2.4.6', 'Headings and Labels', 'AA', [...checked, ...trees], wording),
  criterion('2.4.7', 'Focus Visible', 'AA', [
    walk,
    shown('acceptance/pane.spec.ts', 'Tab shows where the focus is, and a click does not', 'pane and menu'),
  ]),
  criterion('2.4.11', 'Focus Not Obscured (Minimum)', 'AA', [
    walk,
    shown('browser/layout.spec.ts', 'moves the pill away from the element with keyboard focus', 'pill'),
    shown('browser/schedulerLayout.spec.ts', 'covers nothing with its bar at 400 %', 'scheduler'),
  ]),
  criterion('2.5.1', 'Pointer Gestures', 'A', 'Every action takes one press. Nothing needs a path or two fingers.'),
  criterion('2.5.2', 'Pointer Cancellation', 'A', [
    shown('browser/accessibility.spec.ts', 'whose pointer leaves it before the release', 'pill', 'pane and menu'),
    shown('browser/accessibility.spec.ts', 'choosing a time keeps the focus, books nothing', 'scheduler'),
    shown('browser/accessibility.spec.ts', 'in a chat and in its survey, no input changes', 'chat', 'survey'),
  ]),
  criterion('2.5.3', 'Label in Name', 'A', [
    ...checked,
    shown('unit/shell/pill.test.ts', 'takes its accessible name from its text', 'pill'),
    shown('browser/loaderDrawing.spec.ts', 'is a button with the same name in both forms', 'pill'),
  ]),
  criterion('2.5.4', 'Motion Actuation', 'A', 'Nothing reacts to the motion of a device.'),
  criterion('2.5.7', 'Dragging Movements', 'AA', [
    shown('browser/xmpp.spec.ts', 'a visitor sends files by button, paste and drop', 'chat'),
  ]),
  criterion('2.5.8', 'Target Size (Minimum)', 'AA', [
    shown('browser/accessibility.spec.ts', 'targets have 24 px', ...everywhere),
    ...checked,
  ]),

  criterion('3.1.1', 'Language of Page', 'A', [
    shown('browser/languages.spec.ts', 'has our texts in', 'pane and menu'),
    ...checked,
  ]),
  criterion(
    '3.1.2',
    'Language of Parts',
    'AA',
    [],
    'The widget does not know in which language an agent, a visitor or the company writes, so it marks none.',
  ),
  criterion('3.2.1', 'On Focus', 'A', [walk]),
  criterion(
    '3.2.2',
    'On Input',
    'A',
    [
      shown('browser/accessibility.spec.ts', 'choosing a time keeps the focus, books nothing', 'scheduler'),
      shown('browser/accessibility.spec.ts', 'filling them in changes nothing else', 'scheduler'),
      shown('browser/accessibility.spec.ts', 'in a chat and in its survey, no input changes', 'chat', 'survey'),
      shown('browser/inquiry.spec.ts', 'what is typed changes nothing else', 'offline form'),
    ],
    'A location changes the language of the pane; its button is named “Change”.',
  ),
  criterion('3.2.3', 'Consistent Navigation', 'AA', samePlace),
  criterion('3.2.4', 'Consistent Identification', 'AA', trees),
  criterion('3.2.6', 'Consistent Help', 'A', samePlace),
  criterion('3.3.1', 'Error Identification', 'A', errors),
  criterion('3.3.2', 'Labels or Instructions', 'A', [...checked, ...trees], wording),
  criterion('3.3.3', 'Error Suggestion', 'AA', [
    ...errors,
    shown('browser/schedulerOutcome.spec.ts', 'offers the free times next to one that was taken', 'scheduler'),
  ]),
  criterion('3.3.4', 'Error Prevention (Legal, Financial, Data)', 'AA', [
    shown('browser/privacy.spec.ts', 'works by keyboard alone, and a mistaken press deletes nothing', 'your data'),
    shown('browser/schedulerJourney.spec.ts', 'finds, moves and cancels a call in', 'scheduler'),
    shown('browser/chat.spec.ts', 'asks by keyboard before ending a chat', 'chat'),
  ]),
  criterion('3.3.7', 'Redundant Entry', 'A', [
    shown('browser/schedulerOutcome.spec.ts', 'five fields fewer than an unknown one', 'scheduler'),
    shown('browser/inquiry.spec.ts', 'and is there again after a reload', 'offline form'),
  ]),
  criterion(
    '3.3.8',
    'Accessible Authentication (Minimum)',
    'AA',
    'The widget has no sign-in of its own. A company’s sign-in opens at the company.',
  ),

  criterion('4.1.2', 'Name, Role, Value', 'A', [...checked, ...trees, engines]),
  criterion('4.1.3', 'Status Messages', 'AA', [
    shown('browser/chatWindow.spec.ts', 'announces each answer once, outside the list', 'chat'),
    shown('browser/liveMessages.spec.ts', 'shows and announces that an agent has edited', 'chat'),
    shown('browser/outreach.spec.ts', 'announces a card without moving focus', 'pop-up and notification'),
    shown('browser/schedulerOutcome.spec.ts', 'announces a moved call with its times', 'scheduler'),
    shown('browser/schedulerOutcome.spec.ts', 'a cancelled call is announced with its time', 'scheduler'),
    shown('browser/inquiry.spec.ts', 'a slow server is waited for, and the form says so', 'offline form'),
  ]),
];
