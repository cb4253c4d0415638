import type { Deployment } from './deployment.ts';

/** Sections that are first read by the rooms. The built file omits their fields with default values. */
type LaterSection = 'chat' | 'identity';
type LaterSections = Pick<Deployment, LaterSection>;

/** The deployment as the core reads it. */
export type FirstDeployment = Omit<Deployment, LaterSection> & {
  readonly [Section in LaterSection]?: Partial<Deployment[Section]>;
};

/** The defaults of these sections, inserted by the build into the rooms' file, which is cached for a year. */
declare const LATER_DEFAULTS: LaterSections;

/** The deployment with every section and default. */
export function completeDeployment(first: FirstDeployment, defaults: LaterSections = LATER_DEFAULTS): Deployment {
  const { chat, identity, ...others } = first;
  return { ...others, chat: { ...defaults.chat, ...chat }, identity: { ...defaults.identity, ...identity } };
}
