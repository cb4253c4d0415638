/** The first list of the debug window: routing and lookup of the page. */
export interface DebugFacts {
  readonly lookupStatus: string;
  readonly bundleKey:
    | { readonly focusArea?: string; readonly languageCode: string; readonly regionCode: string }
    | undefined;
  readonly focusArea: string;
  /** `de-DE` */
  readonly locale: string;
  readonly textLocale: string;
  readonly country: string | undefined;
  readonly isSignedIn: boolean;
  readonly consent: Readonly<Record<string, boolean>>;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly environment: string;
}

/** The facts as labelled texts. Missing facts have no row. */
export function toDebugRows(facts: DebugFacts): readonly (readonly [label: string, value: string])[] {
  const { bundleKey: key, consent, viewport } = facts;
  const rows: (readonly [string, string | undefined])[] = [
    ['lookup', facts.lookupStatus],
    ['bundle', key && [key.focusArea, key.languageCode, key.regionCode].filter(Boolean).join(' · ')],
    ['focus area', facts.focusArea],
    ['locale', facts.locale],
    ['texts', facts.textLocale],
    ['country', facts.country],
    ['signed in', String(facts.isSignedIn)],
    [
      'consent',
      Object.entries(consent)
        .map(([product, isOn]) => `${product} ${isOn ? '✓' : '✗'}`)
        .join(' · '),
    ],
    ['viewport', `${viewport.width} × ${viewport.height}`],
    ['environment', facts.environment],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
