import {
  CalendarDays,
  ExternalLink,
  FileText,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  Phone,
} from 'lucide-react';
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
