/** Settings that few pages need: the config object and the parameters of the page's address. */

const answer = (product, label) => ({
  name: `consent-${product}`,
  page: `consent.${product}`,
  label,
  options: { '': 'Not answered', true: 'Allowed', false: 'Refused' },
  isAnswer: true,
});

export const configGroups = [
  {
    title: 'Consent',
    isRare: true,
    hint: 'What your consent tool says. Without an answer, the visitor’s country decides, unless the widget’s config says otherwise.',
    settings: [
      answer('chat', 'Chat'),
      answer('proactive', 'Pop-ups'),
      answer('interact', 'Offers'),
      answer('inapp', 'In-app messages'),
      answer('experiments', 'Experiments'),
      answer('analytics', 'Analytics'),
    ],
  },
  {
    title: 'The page',
    isRare: true,
    hint: 'Only the rules change the preview. The other values are for services, or the widget’s config must allow them.',
    settings: [
      {
        name: 'signedIdentity',
        page: 'signedIdentity',
        label: 'Signed id of the visitor',
        hint: 'Your server writes it.',
      },
      { name: 'productName', page: 'productName', label: 'Product of the page' },
      { name: 'pageViewId', page: 'pageViewId', label: 'Id of the page view' },
      { name: 'dmpAudience', page: 'dmpAudience', label: 'Audience' },
      { name: 'lotameId', page: 'lotameId', label: 'Audience at Lotame' },
      {
        name: 'switchOff',
        page: 'switchOff',
        label: 'Channels that this page does not offer',
        hint: 'Any of scheduler, email, phone and chat, such as chat phone. Only on nonSalesHosts.',
        isList: true,
      },
      {
        name: 'hidePill',
        page: 'hidePill',
        label: 'No pill (only on nonSalesHosts, under /unifiedsupport)',
        isSwitch: true,
      },
      { name: 'rules', page: 'rules', label: 'Notification rules', hint: 'A list, as JSON.', isJson: true },
    ],
  },
];

export const addressGroup = {
  title: 'The address of the page',
  isRare: true,
  hint: 'Parameters for a link to your page. They decide what the pane shows at once.',
  settings: [
    {
      name: 'contactmodule',
      parameter: 'contactmodule',
      label: 'Open the pane',
      options: { '': 'No', true: 'Yes', bot: 'Yes, without a greeting in the chat' },
    },
    { name: 'startChat', parameter: 'cm-start-chat', label: 'Start a chat', isSwitch: true },
    {
      name: 'continueChat',
      parameter: 'cm-continue-chat',
      label: 'Continue the chat of this account',
      hint: 'If the visitor has one.',
    },
    { name: 'schedulerForm', parameter: 'cm-scheduler-form', label: 'Open the booking form', isSwitch: true },
    { name: 'schedulerLanding', parameter: 'cm-scheduler-landing', label: 'Book on the whole page', isSwitch: true },
    { name: 'schedulerPurpose', parameter: 'cm-scheduler-purpose', label: 'Purpose of the booking' },
    {
      name: 'schedulerConfirmation',
      parameter: 'cm-scheduler-confirmation',
      label: 'Confirmation number of a booked call',
      hint: 'In the preview, try NW-004701.',
    },
    { name: 'schedulerError', parameter: 'cm-scheduler-error', label: 'Code of an error to show' },
    { name: 'disable', parameter: 'cm-disable', label: 'No widget', isSwitch: true },
    {
      name: 'debugText',
      parameter: 'cm-debug-text',
      label: 'Keys instead of texts',
      hint: 'Needs developer in addressOverrides of the widget’s config.',
      isSwitch: true,
    },
    {
      name: 'debug',
      parameter: 'cm-debug',
      label: 'Window for debugging',
      hint: 'Needs developer in addressOverrides of the widget’s config.',
      isSwitch: true,
    },
  ],
};
