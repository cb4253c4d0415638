import * as v from 'valibot';
import type { ContactDeployment } from '../../../frame/contact/deployment.ts';
import { pathFor } from '../../../frame/contact/file/contactFile.ts';
import { contactFile } from '../../../frame/contact/file/fileSchema.ts';
import { lookupPath } from '../../../frame/contact/lookupRequest.ts';
import { defaultLocale } from '../../../frame/text/locale.ts';
import { clientInfoAnswer, keysAnswer, keysBody, lookupAnswer, lookupBody } from './contactWire.ts';
import type { CallContract, ParameterContract, ServiceContract } from './serviceContract.ts';

const variants = [
  ['plain', 'What a page offers'],
  ['request-ip', 'The same, when the frame does not know the visitor’s address'],
  ['with-rules', 'The same, for a page that has its own rules'],
  ['skip-rules', 'The same, for a focus area or locale that the page’s address names'],
  ['landing', 'The same, for a landing page'],
] as const;

const exampleArea = { focusArea: 'cloud' };
const exampleKey = { ...exampleArea, languageCode: 'en', regionCode: 'US' };
const exampleBody = {
  contactInformationBundleKey: exampleKey,
  contactModuleTranslationKey: exampleKey,
  regionsAndLanguagesForLocale: 'en-US',
  clientInfo: {
    timeZoneOffsetJS: 300,
    addUserIpAddress: true,
    ipAddressRegistryCountryCode: 'US',
    isUserActive: true,
  },
  schedulerTextTranslationsKey: { ...exampleKey, purpose: '(default)' },
  schedulingInformationKey: { purpose: '(default)' },
  schedulingClassificationsKey: exampleKey,
  internationalDialingForLocale: 'en-US',
};
const exampleAnswer = {
  contactInformationBundles: [
    {
      key: exampleKey,
      emailInformation: [{ url: 'mailto:sales@example.com', linkText: 'Email our sales team' }],
      phoneInformation: [{ phone: { phoneNumber: '+18005550142', phoneNumberFormatted: '1-800-555-0142' } }],
      chatInformation: [{ chatService: 'bot', chatRoutingCode: 'guide' }],
      customLinks: [{ link: 'https://www.example.com/docs', linkText: 'Read the documentation' }],
    },
  ],
  contactModuleTranslations: [
    { key: { languageCode: 'en', regionCode: 'US' }, textFragments: { menu: { intro: 'How can we help?' } } },
  ],
  regionsAndLanguages: [
    {
      languageCode: 'en',
      regionCode: 'US',
      regionNameDefault: 'United States',
      languageNameDefault: 'English',
      languageNameTranslation: 'English',
    },
  ],
  clientInfo: { timeZoneOffsetJS: 300 },
};

const body = (schema: v.GenericSchema, example: unknown): ParameterContract => ({
  ...{ in: 'query', name: 'body', description: 'The request, as JSON.', isRequired: true, isJson: true },
  ...{ schema, example },
});

const failures: CallContract['answers'] = {
  '4XX': { description: 'There is nothing for this page. The page’s own links are offered.' },
  '5XX': {
    description: 'The next host is tried, then the older ones. Without an answer the page’s own links are offered.',
  },
};

/** The contact service. */
export function contactService({ hosts, file, olderHosts, paths }: ContactDeployment): ServiceContract {
  const lookups = (used: readonly string[]) => {
    const lookup = (id: string, path: string, summary: string, description?: string): CallContract => ({
      ...{ id, summary, hosts: used, method: 'GET', path },
      ...(description === undefined ? {} : { description }),
      parameters: [
        {
          ...{ in: 'query', name: 'prune', schema: v.string(), example: 'internal,audit' },
          description: 'Fields to omit from the answer, separated by commas.',
        },
        {
          ...{ in: 'query', name: 'originHost', schema: v.string(), example: 'https://www.example.com' },
          ...{ description: 'The origin of the page.', isRequired: true },
        },
        body(lookupBody, exampleBody),
        {
          ...{ in: 'query', name: 'bypassCache', schema: v.literal('true'), example: 'true' },
          description: 'Sent when the visitor retries after a failure, so that the answer does not come from a cache.',
        },
      ],
      answers: {
        '200': { description: 'The offers of the page.', content: { schema: lookupAnswer, example: exampleAnswer } },
        ...failures,
      },
    });
    return [
      ...variants.map(([variant, summary]) => lookup(`lookup-${variant}`, lookupPath(paths.lookup, variant), summary)),
      lookup(
        'lookup-focus-area',
        paths.focusArea,
        'All bundles of a focus area, for the list of languages',
        'The bundle of the requested locale comes first.',
      ),
    ];
  };
  const used = file === undefined ? hosts : [];
  return {
    name: 'contact',
    title: 'Contact service',
    description:
      'What a page offers, in the visitor’s language. All calls are GET without cookies, so that shared caches can keep the answers.',
    file: 'test/services/contracts/contact.ts',
    schemas: { lookupBody, keysBody, lookupAnswer, keysAnswer, clientInfoAnswer, contactFile },
    calls: [
      ...lookups([...used, ...(file === undefined ? olderHosts : [])]),
      {
        ...{ id: 'keys', hosts: used, method: 'GET', path: paths.keys },
        summary: 'The locales of a focus area',
        parameters: [body(keysBody, { contactInformationBundleKey: exampleArea })],
        answers: {
          '200': {
            description: 'The locales. A key without a focus area or variation applies to all.',
            content: { schema: keysAnswer, example: { contactInformationBundleKeys: [exampleKey] } },
          },
          default: { description: 'The next host is tried. Without an answer the page’s own locale is used.' },
        },
      },
      {
        ...{ id: 'client-info', hosts: used, method: 'GET', path: paths.clientInfo },
        summary: 'The visitor’s time zone, when a lookup did not have it',
        parameters: [
          {
            ...{ in: 'query', name: 'body', schema: v.literal(''), example: '', isRequired: true },
            description: 'Empty.',
          },
        ],
        answers: {
          '200': {
            description: 'The known data.',
            content: { schema: clientInfoAnswer, example: { clientInfo: { timeZoneOffsetJS: 300 } } },
          },
          default: { description: 'The time zone is taken from the browser.' },
        },
      },
      {
        ...{ id: 'contact-file', method: 'GET', path: pathFor(file ?? '/contact.json', defaultLocale) },
        hosts: file === undefined ? [] : hosts,
        summary: 'One static file instead of all other calls',
        description: 'A deployment names it in `contact.file`. `npm run check:contact` checks it.',
        answers: {
          '200': {
            description: 'The file.',
            content: {
              schema: contactFile,
              example: {
                openingHours: { timeZone: 'Europe/Berlin', monday: ['09:00-17:00'] },
                languages: {
                  'en-US': {
                    email: { address: 'hello@example.com' },
                    form: { send: 'https://www.example.com/messages', when: 'closed' },
                    phone: { number: '+49 30 5550 1234' },
                  },
                },
              },
            },
          },
          ...failures,
        },
      },
    ],
  };
}
