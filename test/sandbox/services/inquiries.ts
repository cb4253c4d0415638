import { weekdays } from '../../../frame/contact/file/openingHours.ts';
import { pseudoTexts } from '../data/texts/pseudo.ts';
import type { SandboxRequest, SandboxService } from '../service.ts';

/** A message of the form in the pane, as a company receives it. */
export interface ReceivedInquiry {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly text: string;
  readonly language: string;
  readonly page: string;
  readonly writtenAt: string;
}

const fields = ['id', 'name', 'email', 'text', 'language', 'page', 'writtenAt'] as const;
/** The server has limits of its own: a program may send what it likes. */
const mostChars = 5_000;

/**
 * A small company's own server: the contact file at `/contact.json`, and the form's address. `POST /inquiries` takes a message once,
 * however often it comes; `GET` lists them. `POST /__sandbox/hours {open}` opens and closes the company.
 */
export function createInquiryService({ servicesUrl }: { readonly servicesUrl: string }): SandboxService {
  let received = new Map<string, ReceivedInquiry>();
  let isOpen = true;

  return {
    name: 'inquiries',
    routes: [
      { method: 'GET', path: '/contact.json', answer: () => ({ body: contactFile(servicesUrl, isOpen) }) },
      {
        method: 'POST',
        path: '/inquiries',
        answer(request) {
          const inquiry = read(request);
          if (!inquiry) return { status: 400, body: { message: 'a field is missing, or too long' } };
          if (!/^\S+@\S+\.\S+$/.test(inquiry.email)) return { status: 422, body: { message: 'no e-mail address' } };
          const isNew = !received.has(inquiry.id);
          received.set(inquiry.id, inquiry);
          // Servers for forms rarely answer JSON.
          return { status: isNew ? 201 : 200, body: 'Thank you', type: 'text/plain' };
        },
      },
      { method: 'GET', path: '/inquiries', answer: () => ({ body: { inquiries: [...received.values()] } }) },
    ],
    control(command, body) {
      if (command !== 'hours') return undefined;
      isOpen = body.open !== false;
      return { body: { open: isOpen } };
    },
    reset() {
      received = new Map();
      isOpen = true;
    },
  };
}

function read({ headers, body }: SandboxRequest): ReceivedInquiry | undefined {
  const record = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const isFit = fields.every((field) => {
    const value = record[field];
    return typeof value === 'string' && value !== '' && value.length <= mostChars;
  });
  return isFit && headers['idempotency-key'] === record.id ? (record as unknown as ReceivedInquiry) : undefined;
}

/** Two languages and the pseudo-language; people on the phone while the company is open, and the form always. */
function contactFile(servicesUrl: string, isOpen: boolean) {
  const english = {
    phone: { number: '+49 30 5550 1234' },
    form: {
      send: `${servicesUrl}/inquiries`,
      text: 'Write to us',
      textWhenClosed: 'We are closed. Leave us a message',
    },
  };
  const hours = Object.fromEntries(weekdays.map((day) => [day, isOpen ? ['00:00-24:00'] : []]));
  return {
    openingHours: { timeZone: 'Europe/Berlin', ...hours },
    languages: {
      'en-US': english,
      'en-XA': { ...english, texts: pseudoTexts },
      'ar-SA': {
        form: { send: `${servicesUrl}/inquiries`, text: 'اكتب إلينا' },
        texts: {
          menu: { intro: 'كيف تود التواصل معنا؟' },
          inquiry: {
            name: 'اسمك',
            email: 'بريدك الإلكتروني',
            text: 'رسالتك',
            send: 'إرسال الرسالة',
            nameMissing: 'أدخل اسمك.',
            emailMissing: 'أدخل بريدك الإلكتروني لنتمكن من الرد.',
            textMissing: 'اكتب رسالتك.',
            delivered: 'شكرًا لك. وصلتنا رسالتك وسنرد على {email}.',
            another: 'كتابة رسالة أخرى',
          },
        },
      },
    },
  };
}
