import { maxTextLength } from '../../../../platform/backend/readAnswer.ts';
import { maxValues } from './limits.ts';

/** The values of an answer that comes in parts, in the shapes of `output.values`. */
export interface AnswerParts {
  readonly values: readonly unknown[];
  /** `number` is that of the event in its answer; undefined if the service numbers none. */
  take(name: string, number: number | undefined, data: Readonly<Record<string, unknown>>): void;
}

interface Part {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Puts events in the order of their numbers. A repeated number is ignored, and one that came too early waits for those before it. Pieces of
 * text that follow each other are one value; every other part is a value of its own.
 */
export function createAnswerParts(): AnswerParts {
  const values: unknown[] = [];
  const waiting = new Map<number, Part>();
  let next = 1;
  let text: { readonly type: 'markdown'; text: string } | undefined;

  function apply({ name, data }: Part): void {
    if (name === 'text') {
      if (typeof data.text !== 'string' || data.text === '') return;
      if (!text) {
        if (values.length >= maxValues) return;
        text = { type: 'markdown', text: '' };
        values.push(text);
      }
      if (text.text.length < maxTextLength) text.text += data.text;
    } else if (name === 'part' && values.length < maxValues) {
      text = undefined;
      values.push(data);
    }
  }

  return {
    values,
    take(name, number, data) {
      if (number === undefined) return apply({ name, data });
      if (number < next || waiting.has(number)) return;
      waiting.set(number, { name, data });
      for (let part = waiting.get(next); part; part = waiting.get(next)) {
        waiting.delete(next);
        next += 1;
        apply(part);
      }
    },
  };
}
