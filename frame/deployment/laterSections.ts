import type { Deployment } from './deployment.ts';

/** Nothing reads these sections before the rooms. The built file leaves out their fields that have the default value. */
type LaterSection = 'chat' | 'identity';
type LaterSections = Pick<Deployment, LaterSection>;

/** The deployment as the core reads it. */
export type FirstDeployment = Omit<Deployment, LaterSection> & {
  readonly [Section in LaterSection]?: Partial<Deployment[Section]>;
};

/** The defaults of these sections, by the build. In the rooms' file, which the browser keeps for a year. */
declare const LATER_DEFAULTS: LaterSections;

/** The deployment with every section and default. */
export function completeDeployment(first: FirstDeployment, defaults: LaterSections = LATER_DEFAULTS): Deployment {
  const { chat, identity, ...others } = first;
  return { ...others, chat: { ...defaults.chat, ...chat }, identity: { ...defaults.identity, ...identity } };
}
