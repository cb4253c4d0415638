import { expect, it } from 'vitest';
import { parseRemembered } from '../../../frame/insight/experiments/rememberedVariations.ts';

it('[SH-153][SH-088] reads the variations of pill and links, and nothing else', () => {
  const stored = { buttonColour: 'yellow', buttonSalesWording: 'sales', botWelcome: 'off' };
  expect(parseRemembered(JSON.stringify(stored))).toEqual({ buttonColour: 'yellow', buttonSalesWording: 'sales' });
});

it.each([undefined, '', '{', 'null', '[]', '7', '{"buttonColour":7}'])('[SH-171] takes %j for nothing', (text) => {
  expect(parseRemembered(text)).toEqual({});
});
