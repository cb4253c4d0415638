import { describe, expect, it } from 'vitest';
import { english } from '../../../frame/compose/english.ts';

/** Words for what only some visitors see. “Above” and “below” name an order, too. */
const sensory =
  /\b(top|bottom|upper|lower|left|right|corner|green|red|blue|yellow|gr[ea]y|round|square|circle|arrow|icon)\b/i;
const otherMeanings = /has left|right (?:now|away)/g;

describe('the wording', () => {
  it('points to nothing by its place, its colour or its shape', () => {
    const texts = Object.values(english).flatMap((section) => Object.values(section));
    expect(texts.filter((text) => sensory.test(text.replace(otherMeanings, '')))).toEqual([]);
    expect('Press the green button').toMatch(sensory);
  });
});
