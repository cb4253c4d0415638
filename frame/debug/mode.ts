/** Who may use the tools: `cm-debug` in the address, or `data-demo` on the script (SH-162). */
export type ToolMode = 'debug' | 'demo';

export function toolModeOf(facts: { readonly isDebug: boolean; readonly isDemo: boolean }): ToolMode | undefined {
  if (facts.isDebug) return 'debug';
  return facts.isDemo ? 'demo' : undefined;
}
