/** Who may use the helpers: `cm-debug` in the address, or `data-demo` on the script (SH-162). */
export type HelperMode = 'debug' | 'demo';

export function helperModeOf(facts: { readonly isDebug: boolean; readonly isDemo: boolean }): HelperMode | undefined {
  if (facts.isDebug) return 'debug';
  return facts.isDemo ? 'demo' : undefined;
}
