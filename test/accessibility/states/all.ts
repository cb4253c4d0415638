import { agentJourneys } from './agents.ts';
import { botJourneys } from './bots.ts';
import { cardJourneys } from './cards.ts';
import { fileJourneys } from './files.ts';
import { inquiryJourneys } from './inquiry.ts';
import { menuJourneys } from './menu.ts';
import { pillJourneys } from './pill.ts';
import { schedulerJourneys } from './scheduler.ts';
import { type Journey, visitLanguages } from './visit.ts';

/** The journeys through every state that a visitor can see, by surface. */
export const journeys: Readonly<Record<string, readonly Journey[]>> = {
  pill: pillJourneys,
  menu: menuJourneys,
  bots: botJourneys,
  agents: agentJourneys,
  files: fileJourneys,
  scheduler: schedulerJourneys,
  cards: cardJourneys,
  inquiry: inquiryJourneys,
};

/** The names of all journeys in all languages, `pill, icon, en`. */
export const journeyNames: readonly string[] = Object.entries(journeys).flatMap(([surface, journeysOf]) =>
  journeysOf.flatMap((journey) => visitLanguages.map((language) => `${surface}, ${journey.name}, ${language}`)),
);
