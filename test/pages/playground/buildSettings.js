/** Settings of `frame/config.json`, which all pages of a deployment share. */

export const brandGroup = {
  title: 'Brand',
  hint: 'A setting of the build, for all pages. A theme that a page names overrides the accent.',
  withoutPreview:
    'The preview has the brand of the widget that this site embeds, which this site cannot change. The playground of npm start shows yours. Pictures of an example are below.',
  settings: [
    { name: 'accent', build: 'brand.accent', label: 'Accent', hint: 'Such as #7a1fa2.', shownColour: '#1155dd' },
    {
      name: 'onAccent',
      build: 'brand.onAccent',
      label: 'Text on the accent',
      hint: 'By default, white or black.',
      shownColour: '#ffffff',
    },
    {
      name: 'label',
      build: 'brand.label.{lang}',
      label: 'Label of the pill',
      hint: 'In the language that you choose above the preview. Other languages keep the built-in label.',
    },
    {
      name: 'sign',
      build: 'brand.sign',
      label: 'Sign in the pill',
      options: { '': 'None (default)', '?': '?', '!': '!', '+': '+', i: 'i', '···': '···' },
    },
    {
      name: 'side',
      build: 'brand.side',
      label: 'Side',
      options: { '': 'Where lines end (default)', start: 'Where they start' },
    },
    {
      name: 'brandScheme',
      build: 'brand.colorScheme',
      label: 'Light or dark',
      options: { '': 'As the page, or else the visitor (default)', light: 'Light', dark: 'Dark' },
    },
    {
      name: 'radius',
      build: 'brand.radius',
      label: 'Corners',
      options: { '': '8 px (default)', 0: '0 px', 2: '2 px', 4: '4 px', 6: '6 px', 10: '10 px', 12: '12 px' },
      isNumber: true,
    },
    {
      name: 'paneWidth',
      build: 'brand.width',
      label: 'Width of the pane',
      options: { '': '380 px (default)', 320: '320 px', 360: '360 px', 400: '400 px' },
      isNumber: true,
    },
    {
      name: 'font',
      build: 'brand.font',
      label: 'Font',
      hint: 'As in CSS, such as "Source Sans 3", Georgia. The preview has the fonts of your computer.',
    },
  ],
};

export const buildGroup = {
  title: 'Your own widget',
  isRare: true,
  hint: 'What the build needs. It changes the config but not the preview, which uses the services of this site. If you have no contact service, name a file.',
  settings: [
    {
      name: 'allowedHosts',
      build: 'allowedHosts',
      label: 'Origins of your pages',
      hint: 'Separated by spaces, such as https://www.example.com https://shop.example.com.',
      isList: true,
    },
    {
      name: 'contactHosts',
      build: 'contact.hosts',
      label: 'Origin of the contact service, or of the file',
      isList: true,
    },
    { name: 'contactFile', build: 'contact.file', label: 'Path of the contact file', hint: 'Such as /contact.json.' },
    {
      name: 'contactLanguages',
      build: 'contact.languages',
      label: 'Languages besides English',
      hint: 'Such as de fr pt-BR. By default, all that the widget has.',
      isList: true,
    },
    { name: 'schedulerHosts', build: 'scheduler.hosts', label: 'Origin of the scheduler service', isList: true },
    {
      name: 'unanswered',
      build: 'consent.unanswered',
      label: 'Before the visitor has answered about consent',
      options: { '': 'Depends on the country (default)', allowed: 'All is allowed', refused: 'All is refused' },
    },
    { name: 'mayAsk', build: 'consent.mayAsk', label: 'The pane may ask for consent to chat', isSwitch: true },
  ],
};

/** The config without any choices. */
export const leastConfig = {
  $schema: 'config.schema.json',
  allowedHosts: ['https://www.example.com'],
  contact: { hosts: ['https://contact.example.com'] },
};
