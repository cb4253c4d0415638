import { describe, expect, it } from 'vitest';
import { parsePageReading } from '../../../bridge/guards.ts';
import { pageAdvice } from '../../../frame/host/pageAdvice.ts';
import { colorSchemes, pillThemes } from '../../../frame/host/pageSettings.ts';

/** What a page is told whose script has these attributes, and whose window has this config object. */
function adviceFor(attributes: Record<string, string>, config?: object, kinds: readonly string[] = []) {
  const read = parsePageReading({
    ...attributes,
    ...{ pageScheme: 'normal', 'location.href': '"https://www.example.com/"', scrollY: '0', innerWidth: '800' },
    ...{ innerHeight: '600', 'undefined.name': '""', 'document.documentElement.lang': '"en"' },
    ...{ visualViewport: '{"width":800,"height":600,"offsetTop":0,"scale":1}' },
    ...(config && { contactWidgetConfig: JSON.stringify(config) }),
  });
  if (!read) throw new Error('The reading of the page is refused.');
  return pageAdvice({ facts: read.facts, linkKinds: kinds, missing: undefined });
}

describe('advice for the developer of the page', () => {
  it('[F-AD19] names what is nearly an attribute, a field or a kind of link', () => {
    expect(
      adviceFor({ focusarea: 'cloud', colapse: '', cookieconsent: 'x' }, { focusAera: 'cloud', mine: 1 }, [
        'call',
        'chatt',
        'chat-text',
      ]),
    ).toEqual([
      'data-focusarea: there is no such attribute. Did you mean data-focus-area?',
      'data-colapse: there is no such attribute. Did you mean data-collapse?',
      'focusAera in contactWidgetConfig: there is no such field. Did you mean focusArea?',
      expect.stringMatching(/^mine in contactWidgetConfig: there is no such field. The fields are focusArea, /),
      expect.stringMatching(/^data-contact-link="call": .* Use contact, chat, email, phone, scheduler/),
      expect.stringMatching(/^data-contact-link="chatt": .* Did you mean chat\?$/),
    ]);
  });

  it('[F-AD19] names a value that does not exist, the nearest, and all that do', () => {
    expect(adviceFor({ theme: 'bleu', colorScheme: ' Dark ', menuOrder: 'phone' })).toEqual([
      'data-theme="bleu": there is no such value. Did you mean blue? The values are blue, yellow, grey, red-brand.',
      'data-menu-order="phone": there is no such value. The values are default, call-first.',
    ]);
    for (const theme of pillThemes) expect(adviceFor({ theme })).toEqual([]);
    for (const colorScheme of colorSchemes) expect(adviceFor({ colorScheme })).toEqual([]);
  });

  it('[F-AD19] is silent on a page without mistakes, and on an object that other products share', () => {
    const config = { routing: { focusArea: 'cloud' }, translation: {}, settings: {} };
    expect(adviceFor({ focusArea: 'cloud', collapse: '' }, config, ['chat', 'email-link', ''])).toEqual([]);
    const shared = pageAdvice({
      facts: { settings: { configObject: 'digitalData' }, config: { page: { category: 'x' } } },
      linkKinds: [],
      missing: undefined,
    });
    expect(shared).toEqual([]);
  });

  it.each(['{', '[]', '{"en":1}'])('[F-AD19] says that %s is not a pill', (pill) => {
    expect(adviceFor({ pill })).toEqual([expect.stringMatching(/^data-pill is not a pill\. Copy /)]);
  });
});
