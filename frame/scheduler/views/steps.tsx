import { createBookedCall } from '../bookedCallStore.ts';
import { CalendarSection } from './CalendarSection.tsx';
import { ContactSection } from './ContactSection.tsx';
import { TopicSection } from './TopicSection.tsx';

/** The sections of the form after the question, and what their submit button starts, in a separate chunk. */
export const steps = { CalendarSection, ContactSection, TopicSection, createBookedCall };

export type Steps = typeof steps;
