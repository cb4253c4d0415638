// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';

// Sheets are named by their file, which the build tells them.
setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { CheckedImage } = await import('../../../frame/outreach/views/CheckedImage.tsx');

function show(source: string) {
  const box = document.createElement('div');
  let loaded = 0;
  const onLoaded = (): void => {
    loaded += 1;
  };
  act(() => createRoot(box).render(createElement(CheckedImage, { source, className: 'seen', onLoaded })));
  const image = (): HTMLImageElement | null => box.querySelector('img');
  return {
    image,
    loaded: () => loaded,
    tell: (name: 'load' | 'error') => act(() => void image()?.dispatchEvent(new Event(name))),
  };
}

describe('a picture of a card', () => {
  it.each(['http://cdn.example/a.png', 'data:image/png;base64,AA', '/a.png', 'javascript:alert(1)', ''])(
    '[SH-135] is left out for the address "%s"',
    (source) => {
      expect(show(source).image()).toBeNull();
    },
  );

  it('[SH-135] is seen once it has loaded, and not before', () => {
    const card = show('https://cdn.example/a.png');
    expect(card.image()?.className).not.toBe('seen');
    card.tell('load');
    expect([card.image()?.className, card.loaded()]).toEqual(['seen', 1]);
  });

  it('[SH-135] that its server gives by CORS only is asked for so', () => {
    const card = show('https://cdn.example/a.png');
    expect(card.image()?.hasAttribute('crossorigin')).toBe(false);
    card.tell('error');
    expect(card.image()?.getAttribute('crossorigin')).toBe('anonymous');
    card.tell('load');
    expect([card.image()?.className, card.loaded()]).toEqual(['seen', 1]);
  });

  it('[SH-135] that does not load is taken away', () => {
    const card = show('https://cdn.example/a.png');
    card.tell('error');
    card.tell('error');
    expect([card.image(), card.loaded()]).toEqual([null, 0]);
  });
});
