import { describe, expect, it } from 'vitest';
import { readSources } from '../support/sources.ts';
import { bareTexts } from './bareTexts.ts';

const found = (text: string): readonly string[] =>
  bareTexts([{ path: 'view.tsx', text }]).map((line) => line.replace(/^view\.tsx:\d+: /, ''));

describe('texts in views', () => {
  it('[F-PG12] are alone in their element, which translators may change', () => {
    expect(bareTexts(readSources(['frame'], /\.tsx$/))).toEqual([]);
  });
});

describe('the check', () => {
  it.each([
    ['a text beside an element', '<p>Hello <b>{name}</b></p>', ['Hello']],
    ['a conditional text', '<p>{agent && words("agent")}{dot && <i />}</p>', ['agent && words("agent")']],
    ['two texts', '<p>{first} {second}</p>', ['first', 'second']],
    ['a text after a space', '<p> {name}</p>', ['name']],
    ['one branch of a condition', '<p><i />{isOn ? <b /> : word}</p>', ['word']],
    ['a list of texts', '<p>{words.map((word) => word)}<i /></p>', ['words.map((word) => word)']],
    ['a constant that is a text', 'const name = words("name");\n<p><i />{name}</p>', ['name']],
    ['a text in a fragment', '<>{word}</>', ['word']],
    ['a text that a component returns', 'function Name() {\n  return words("name");\n}', ['words("name")']],
    [
      'a text inside a component that puts it beside others',
      'const Row = ({ children }) => <p><i />{children}</p>;\n<Row>{word}</Row>',
      ['word'],
    ],
    ['a text inside Suspense', '<p><Suspense>{word}</Suspense></p>', ['word']],
  ])('finds %s', (_, code, texts) => {
    expect(found(code)).toEqual(texts);
  });

  it.each([
    ['a text alone in its element', '<p>{isOn ? word : other}</p>'],
    ['spaces and line breaks', '<p>\n  <i />{" "}\n  <b />\n</p>'],
    ['conditional elements', '<p>{isOn && <i />}{isOn ? <b /> : null}{list.map((one) => <i key={one} />)}</p>'],
    ['constants and functions that are elements', 'const icon = <i />;\nconst of = () => <b />;\n<p>{icon}{of()}</p>'],
    ['a text that a component keeps alone', 'const Row = ({ children }) => <p>{children}</p>;\n<Row>{word}</Row>'],
    [
      'elements inside a component that puts them beside others',
      'const Row = (props) => <p><i />{props.children}</p>;\n<Row><b /></Row>',
    ],
  ])('accepts %s', (_, code) => {
    expect(found(code)).toEqual([]);
  });
});
