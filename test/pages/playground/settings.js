import { brandGroup, buildGroup } from './buildSettings.js';
import { addressGroup, configGroups } from './rareSettings.js';

/**
 * What the playground can change, in groups. `name` is the option of the npm package where there is one. A setting is one of:
 *
 *   attribute   an attribute of the loader's script
 *   user        a field of `window.contactWidgetUser`
 *   page        a field of the page's config object, `window.contactWidgetConfig`, as a dotted path
 *   parameter   a parameter of the page's address
 *   build       a field of `frame/config.json`, as a dotted path; `{lang}` in it is the language of the preview
 *
 * A value is a text, unless the setting `isSwitch` (true or absent), `isAnswer` (true or false), `isNumber`, `isList` (words) or
 * `isJson`. A setting that `isCopied` has a checkbox, and its value comes from the preview. A group that `isRare` is closed at first.
 * `withoutPreview` says why the preview does not show a group on a site without the sandbox.
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
        name: 'colorScheme',
        attribute: 'data-color-scheme',
        label: 'Light or dark',
        options: { '': 'As the page, or else the visitor', light: 'Light', dark: 'Dark' },
      },
      {
        name: 'collapse',
        attribute: 'data-collapse',
        label: 'Collapse the pill to its icon after a few seconds',
        isSwitch: true,
      },
      {
        name: 'pill',
        attribute: 'data-pill',
        label: 'Show the pill at once on a visitor’s first page',
        hint: 'For sites where every page has a pill. The script then includes the pill of the preview, after it has been at rest for a second.',
        isCopied: true,
      },
      { name: 'hideOnMobile', attribute: 'data-hide-on-mobile', label: 'No pill on small screens', isSwitch: true },
      { name: 'noProactive', attribute: 'data-no-proactive', label: 'No pop-up invitations', isSwitch: true },
    ],
  },
  brandGroup,
  {
    title: 'Visitor',
    hint: 'What your page knows about the visitor. It fills in the booking form.',
    settings: [
      { name: 'firstName', user: 'firstName', label: 'First name' },
      { name: 'lastName', user: 'lastName', label: 'Last name' },
      { name: 'email', user: 'email', label: 'Email' },
      { name: 'phone', user: 'phone', label: 'Phone' },
      { name: 'company', user: 'company', label: 'Company' },
    ],
  },
  {
    title: 'The visitor’s account',
    isRare: true,
    hint: 'For services. Only the country changes the preview.',
    settings: [
      { name: 'iui', user: 'iui', label: 'Id on your site' },
      { name: 'userId', user: 'userId', label: 'Other id', hint: 'Used if there is no id on your site.' },
      {
        name: 'signedin',
        user: 'signedin',
        label: 'Signed in',
        options: { '': 'If there is an id', true: 'Yes', false: 'No' },
        isAnswer: true,
      },
      { name: 'country', user: 'country', label: 'Country', hint: 'Such as DE: decides whether consent is needed.' },
      { name: 'ip', user: 'ip', label: 'IP address' },
      { name: 'accountType', user: 'accountType', label: 'Role' },
      { name: 'accountId', user: 'accountId', label: 'Account' },
      { name: 'ticketId', user: 'ticketId', label: 'Support ticket of the page' },
    ],
  },
  ...configGroups,
  {
    title: 'A language other than the page’s',
    isRare: true,
    hint: 'By default, the widget has the language of the page, which you choose above the preview.',
    settings: [
      { name: 'languageCode', attribute: 'data-language-code', label: 'Language of the widget', hint: 'Such as de.' },
      { name: 'regionCode', attribute: 'data-region-code', label: 'Region', hint: 'Such as DE.' },
    ],
  },
  {
    title: 'Links without the contact service',
    isRare: true,
    hint: 'Where your contact links lead, and what the pane offers, while the contact service cannot be reached. In the preview, it can always be reached.',
    settings: [
      { name: 'defaultContact', attribute: 'data-default-contact', label: 'Contact page' },
      { name: 'defaultChat', attribute: 'data-default-chat', label: 'Chat' },
      { name: 'defaultEmail', attribute: 'data-default-email', label: 'Email address or form' },
      { name: 'defaultPhone', attribute: 'data-default-phone', label: 'Phone number' },
      { name: 'defaultScheduler', attribute: 'data-default-scheduler', label: 'Booking page' },
    ],
  },
  {
    title: 'Where your page keeps things',
    isRare: true,
    hint: 'Dotted paths of what your page already has, such as digitalData.user. The preview has only the first two.',
    settings: [
      {
        name: 'linkAttribute',
        attribute: 'data-link-attribute',
        label: 'Attribute of contact links',
        hint: 'By default, data-contact-link.',
      },
      {
        name: 'configObject',
        attribute: 'data-config-object',
        label: 'Config object',
        hint: 'By default, contactWidgetConfig.',
        isScriptOnly: true,
      },
      { name: 'profileObject', attribute: 'data-profile-object', label: 'Analytics profile of the user' },
      { name: 'supportObject', attribute: 'data-support-object', label: 'User of an older support widget' },
      { name: 'chatFunction', attribute: 'data-chat-function', label: 'Function that opens an older chat' },
      {
        name: 'feedbackClose',
        attribute: 'data-feedback-close',
        label: 'Button that closes your feedback window',
        hint: 'A CSS selector, such as #feedback .close. The button is pressed when the pane is shown.',
      },
    ],
  },
  addressGroup,
  {
    title: 'For developers',
    isRare: true,
    settings: [
      {
        name: 'variation',
        attribute: 'data-variation',
        label: 'Variation',
        hint: 'Looked up instead of the focus area.',
      },
      {
        name: 'analyticsEvents',
        attribute: 'data-analytics-events',
        label: 'The page gets the analytics events',
        isSwitch: true,
      },
      { name: 'demo', attribute: 'data-demo', label: 'Tools for trying the widget, in the console', isSwitch: true },
    ],
  },
  buildGroup,
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

/** Where three kinds of company start. */
export const presets = {
  Shop: {
    ...{
      allowedHosts: 'https://www.shop.example',
      contactHosts: 'https://www.shop.example',
      contactFile: '/contact.json',
    },
    ...{ mayAsk: 'true', accent: '#c2410c', sign: '!', radius: '12', collapse: 'true', menuOrder: 'call-first' },
  },
  Practice: {
    ...{
      allowedHosts: 'https://practice.example',
      contactHosts: 'https://practice.example',
      contactFile: '/contact.json',
    },
    ...{ schedulerHosts: 'https://appointments.practice.example', unanswered: 'refused', noProactive: 'true' },
    ...{ accent: '#0b6e4f', radius: '4', label: 'Contact and appointments' },
  },
  Bank: {
    ...{ allowedHosts: 'https://www.bank.example https://online.bank.example' },
    ...{ contactHosts: 'https://contact.bank.example', schedulerHosts: 'https://appointments.bank.example' },
    ...{ unanswered: 'refused', mayAsk: 'true', noProactive: 'true' },
    ...{ accent: '#003366', radius: '0', label: 'Ask us', brandScheme: 'light' },
  },
};

export const widths = { 1280: 'Wide', 768: 'Tablet', 375: 'Phone', 320: 'Small phone' };

export const schemes = { '': 'System', light: 'Light', dark: 'Dark' };
