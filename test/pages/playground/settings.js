/**
 * What the playground can change, in groups. `name` is the option of the npm package, `attribute` the one of the loader's script.
 * `user` is a field of `window.contactWidgetUser`, `brand` one of the section `brand` in `frame/config.json`;
 * `withoutPreview` says why the preview does not show a group where only files are served.
 */
export const groups = [
  {
    title: 'Content',
    settings: [
      {
        name: 'focusArea',
        attribute: 'data-focus-area',
        label: 'Focus area',
        hint: 'What your contact service looks up for this page. Try cloud, data or security.',
        initial: 'cloud',
      },
      {
        name: 'variation',
        attribute: 'data-variation',
        label: 'Variation',
        hint: 'Looked up in place of the focus area.',
      },
      {
        name: 'menuOrder',
        attribute: 'data-menu-order',
        label: 'Menu order',
        options: { '': 'Default', 'call-first': 'Calling before email' },
      },
    ],
  },
  {
    title: 'Look',
    settings: [
      {
        name: 'theme',
        attribute: 'data-theme',
        label: 'Theme',
        options: { '': 'Default', blue: 'Blue', yellow: 'Yellow', grey: 'Grey', 'red-brand': 'Red' },
      },
      {
        name: 'collapse',
        attribute: 'data-collapse',
        label: 'Collapse the pill to its icon after a few seconds',
        isSwitch: true,
      },
      { name: 'hideOnMobile', attribute: 'data-hide-on-mobile', label: 'No pill on small screens', isSwitch: true },
    ],
  },
  {
    title: 'Brand',
    hint: 'A setting of the build, for all pages. A theme that a page names overrides the accent.',
    withoutPreview:
      'The preview has the brand of the widget that this site embeds, which this site cannot change. The playground of npm start shows yours. Pictures of an example are below.',
    settings: [
      { name: 'accent', brand: 'accent', label: 'Accent', hint: 'Such as #7a1fa2.', shownColour: '#1155dd' },
      {
        name: 'onAccent',
        brand: 'onAccent',
        label: 'Text on the accent',
        hint: 'Without it white or black.',
        shownColour: '#ffffff',
      },
      {
        name: 'font',
        brand: 'font',
        label: 'Font',
        hint: 'As in CSS, such as "Source Sans 3", Georgia. The preview has the fonts of your computer.',
      },
      {
        name: 'radius',
        brand: 'radius',
        label: 'Corners',
        options: { '': '8 px (default)', 0: '0 px', 2: '2 px', 4: '4 px', 6: '6 px', 10: '10 px', 12: '12 px' },
        isNumber: true,
      },
      {
        name: 'side',
        brand: 'side',
        label: 'Side',
        options: { '': 'Where lines end (default)', start: 'Where they start' },
      },
      {
        name: 'sign',
        brand: 'sign',
        label: 'Sign in the pill',
        options: { '': 'None (default)', '?': '?', '!': '!', '+': '+', i: 'i', '···': '···' },
      },
    ],
  },
  {
    title: 'Behaviour',
    settings: [
      { name: 'noProactive', attribute: 'data-no-proactive', label: 'No pop-up invitations', isSwitch: true },
      {
        name: 'analyticsEvents',
        attribute: 'data-analytics-events',
        label: 'The page gets the analytics events',
        isSwitch: true,
      },
    ],
  },
  {
    title: 'Visitor',
    hint: 'What your page knows about the visitor. It fills in the booking form.',
    settings: [
      { name: 'firstName', user: 'firstName', label: 'First name' },
      { name: 'lastName', user: 'lastName', label: 'Last name' },
      { name: 'email', user: 'email', label: 'Email' },
      { name: 'company', user: 'company', label: 'Company' },
    ],
  },
  {
    title: 'Links without the contact service',
    settings: [
      { name: 'defaultContact', attribute: 'data-default-contact', label: 'Contact page' },
      { name: 'defaultEmail', attribute: 'data-default-email', label: 'Email' },
      { name: 'defaultPhone', attribute: 'data-default-phone', label: 'Phone' },
    ],
  },
];

export const settings = groups.flatMap((group) => group.settings);

/** The languages that the widget ships, each in its own words. The last two read from right to left. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ar: 'العربية',
  he: 'עברית',
};

export const widths = { 1280: 'Wide', 768: 'Tablet', 375: 'Phone', 320: 'Small phone' };

export const schemes = { '': 'System', light: 'Light', dark: 'Dark' };
