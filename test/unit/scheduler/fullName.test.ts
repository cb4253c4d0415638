import { describe, expect, it } from 'vitest';
import { fullName } from '../../../frame/scheduler/fullName.ts';
import { schedulerTexts } from '../../../frame/scheduler/texts.ts';
import { loadLanguage } from '../../../frame/text/languages/loadLanguage.ts';
import { createTextReader } from '../../../frame/text/texts.ts';

const english = createTextReader({ find: () => undefined }, 'scheduler', schedulerTexts);

describe('the name of a visitor', () => {
  it('[F-AD6][F-UX6] has the order of the language', async () => {
    const { scheduler } = await loadLanguage('ja');
    const japanese = createTextReader({ find: (_, key) => scheduler?.[key] as string }, 'scheduler', schedulerTexts);
    expect(fullName(english, 'Aiko', 'Tanaka')).toBe('Aiko Tanaka');
    expect(fullName(japanese, 'Aiko', 'Tanaka')).toBe('Tanaka Aiko');
  });

  it('[F-AD6] is the part that is known', () => {
    expect(fullName(english, 'Aiko', '')).toBe('Aiko');
    expect(fullName(english, '', 'Tanaka')).toBe('Tanaka');
    expect(fullName(english, '', '')).toBe('');
  });
});
