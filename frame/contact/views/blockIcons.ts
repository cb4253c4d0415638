import type { LucideIcon } from 'lucide-react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ExternalLink from 'lucide-react/icons/external-link';
import FileText from 'lucide-react/icons/file-text';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Phone from 'lucide-react/icons/phone';
import type { MenuEntryType } from '../menuEntries.ts';

export const blockIcons: Readonly<Record<MenuEntryType, LucideIcon>> = {
  link: ExternalLink,
  form: FileText,
  scheduler: CalendarDays,
  phone: Phone,
  email: Mail,
  support: LifeBuoy,
  sms: MessageSquareText,
  chat: MessageCircle,
};
