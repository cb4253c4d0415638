/** SH-042, CH-018. */
export type DisplayMode = 'menu' | 'toggle' | 'chat';

export function displayMode(facts: { isLive: boolean; override: boolean; isToggled: boolean }): DisplayMode {
  if (!facts.isLive && !facts.override) return 'menu';
  return facts.isToggled ? 'toggle' : 'chat';
}
