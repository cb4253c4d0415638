import type { IconNode } from 'lucide';
import CalendarDays from 'lucide/dist/esm/icons/calendar-days.mjs';
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import LifeBuoy from 'lucide/dist/esm/icons/life-buoy.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import MessageSquareText from 'lucide/dist/esm/icons/message-square-text.mjs';
import Phone from 'lucide/dist/esm/icons/phone.mjs';
import type { MenuEntryType } from '../menuEntries.ts';

export const blockIcons: Readonly<Record<MenuEntryType, IconNode>> = {
  link: ExternalLink,
  form: FileText,
  scheduler: CalendarDays,
  phone: Phone,
  email: Mail,
  support: LifeBuoy,
  sms: MessageSquareText,
  chat: MessageCircle,
};
