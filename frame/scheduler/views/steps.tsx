import { CalendarSection } from './CalendarSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { TopicSection } from './TopicSection.tsx';

/** The sections of the form after the question, in a separate chunk. */
export const steps = { CalendarSection, ContactSection, TopicSection };

export type Steps = typeof steps;
