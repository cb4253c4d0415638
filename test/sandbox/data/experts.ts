/** A person a visitor can book a call with. The hours are in the person's own time zone. */
export interface Expert {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly timeZone: string;
  readonly firstHour: number;
  readonly lastHour: number;
  /** The minutes past the hour at which this person's calls start. */
  readonly minutes: readonly number[];
}

export const experts: readonly Expert[] = [
  {
    id: 'mara-lindqvist',
    name: 'Mara Lindqvist',
    role: 'Cloud architect',
    timeZone: 'America/New_York',
    firstHour: 9,
    lastHour: 16,
    minutes: [0, 30],
  },
  {
    id: 'theo-okafor',
    name: 'Theo Okafor',
    role: 'Migration specialist',
    timeZone: 'America/Los_Angeles',
    firstHour: 10,
    lastHour: 17,
    minutes: [0],
  },
  {
    id: 'jana-brandt',
    name: 'Jana Brandt',
    role: 'Cloud-Architektin',
    timeZone: 'Europe/Berlin',
    firstHour: 9,
    lastHour: 16,
    minutes: [15, 45],
  },
  {
    id: 'haruka-mori',
    name: 'Haruka Mori',
    role: 'クラウドアーキテクト',
    timeZone: 'Asia/Tokyo',
    firstHour: 9,
    lastHour: 17,
    minutes: [0, 30],
  },
  {
    id: 'sami-alharbi',
    name: 'Sami Alharbi',
    role: 'مهندس حلول سحابية',
    timeZone: 'Asia/Riyadh',
    firstHour: 9,
    lastHour: 16,
    minutes: [0, 30],
  },
];

/** The experts for visitors from that region; those of the United States for any other region. */
export function expertsOf(regionCode: string): readonly Expert[] {
  const ids: Readonly<Record<string, readonly string[]>> = {
    US: ['mara-lindqvist', 'theo-okafor'],
    GB: ['jana-brandt'],
    DE: ['jana-brandt'],
    JP: ['haruka-mori'],
    SA: ['sami-alharbi'],
  };
  const wanted = ids[regionCode] ?? ids.US ?? [];
  return experts.filter(({ id }) => wanted.includes(id));
}
