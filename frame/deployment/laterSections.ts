import type { Deployment } from './deployment.ts';

/** Sections with defaults that the core does not need. The built file omits their fields with default values. */
type LaterSection = 'chat' | 'consent' | 'identity' | 'outreach';

/** The deployment as the core reads it. */
export type FirstDeployment = Omit<Deployment, LaterSection> & {
  readonly [Section in LaterSection]?: Partial<Deployment[Section]>;
};

/** The deployment as the rooms read it. The audience has read the section `consent` (`insight/completeConsent.ts`). */
export type RoomsDeployment = Omit<Deployment, 'consent'> & Pick<FirstDeployment, 'consent'>;

type RoomsDefaults = Pick<Deployment, Exclude<LaterSection, 'consent'>>;

/** The defaults of these sections, inserted by the build into the rooms' file, which is cached for a year. */
declare const ROOMS_DEFAULTS: RoomsDefaults;

/** The deployment with every section and default that the rooms read. */
export function completeDeployment(first: FirstDeployment, defaults: RoomsDefaults = ROOMS_DEFAULTS): RoomsDeployment {
  const { chat, identity, outreach, ...others } = first;
  return {
    ...others,
    chat: { ...defaults.chat, ...chat },
    identity: { ...defaults.identity, ...identity },
    outreach: { ...defaults.outreach, ...outreach },
  };
}
