// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';

// vanilla-extract needs the file name, which the build normally sets.
setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { Picture } = await import('../../../frame/ui/Picture.tsx');

function show(source: string) {
  const container = document.createElement('div');
  let loaded = 0;
  const onLoaded = (): void => {
    loaded += 1;
  };
  act(() => createRoot(container).render(createElement(Picture, { source, className: 'visible', onLoaded })));
  const image = (): HTMLImageElement | null => container.querySelector('img');
  return {
    image,
    loaded: () => loaded,
    dispatch: (name: 'load' | 'error') => act(() => void image()?.dispatchEvent(new Event(name))),
  };
}

describe('Picture', () => {
  it.each(['http://cdn.example/a.png', 'data:image/png;base64,AA', '/a.png', 'javascript:alert(1)', ''])(
    '[SH-135] renders nothing for the address "%s"',
    (source) => {
      expect(show(source).image()).toBeNull();
    },
  );

  it('[SH-135] shows the picture only once it has loaded', () => {
    const card = show('https://cdn.example/a.png');
    expect(card.image()?.className).not.toBe('visible');
    card.dispatch('load');
    expect([card.image()?.className, card.loaded()]).toEqual(['visible', 1]);
  });

  it('[SH-135][F-SE6] tries again with CORS when the first request fails', () => {
    const card = show('https://cdn.example/a.png');
    expect(card.image()?.hasAttribute('crossorigin')).toBe(false);
    card.dispatch('error');
    expect(card.image()?.getAttribute('crossorigin')).toBe('anonymous');
    card.dispatch('load');
    expect([card.image()?.className, card.loaded()]).toEqual(['visible', 1]);
  });

  it('[SH-135] removes a picture that does not load', () => {
    const card = show('https://cdn.example/a.png');
    card.dispatch('error');
    card.dispatch('error');
    expect([card.image(), card.loaded()]).toEqual([null, 0]);
  });
});
