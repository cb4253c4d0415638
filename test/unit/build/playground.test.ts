import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { brandDeployment } from '../../../frame/shell/brand/deployment.ts';
import { optionNames } from '../../../loader/package/options.ts';
import { settings } from '../../pages/playground/settings.js';
import {
  attributesOf,
  brandOf,
  brandSection,
  markup,
  packageCode,
  visitorScript,
} from '../../pages/playground/snippet.js';

describe('the playground', () => {
  it('[F-AD14] offers only settings that the loader and the package have', () => {
    const ofScript = settings.filter(({ attribute }) => attribute !== undefined);
    expect(ofScript.length).toBeGreaterThan(5);
    for (const { name, attribute } of ofScript) {
      expect(optionNames).toContain(name);
      expect(attribute).toBe(`data-${name.replace(/[A-Z]/g, (letter: string) => `-${letter.toLowerCase()}`)}`);
    }
  });

  it('[F-AD8] offers every field of a brand, and writes what the build takes', () => {
    const values = { accent: '#7a1fa2', onAccent: '#ffffff', font: '"A b", c', radius: '0', side: 'start', sign: '!' };
    const brand = brandOf(values);
    const fields = v.parse(v.object({ entries: v.record(v.string(), v.unknown()) }), brandDeployment.pipe[0]).entries;
    expect(Object.keys(brand)).toEqual(Object.keys(fields).filter((name) => !name.startsWith('$')));
    expect(JSON.parse(`{${brandSection(brand)}}`)).toEqual({ brand: { ...values, radius: 0 } });
    expect(v.parse(brandDeployment, brand)).toEqual({ ...values, radius: 0 });
    expect(brandSection(brandOf({}))).toBe('');
  });

  it('[F-AD14] writes values so that no text ends its attribute or its literal', () => {
    const values = { focusArea: '"><script>&', firstName: 'O"Brien\n', collapse: true };
    expect(markup(values, 'https://widget.example')).toBe(
      '<script async src="https://widget.example/loader.js" data-focus-area="&#34;&#62;&#60;script&#62;&#38;" data-collapse></script>',
    );
    expect(attributesOf(values)).toEqual({ 'data-focus-area': '"><script>&', 'data-collapse': '' });
    expect(visitorScript(values)).toBe('window.contactWidgetUser = {\n  firstName: "O\\"Brien\\n",\n};');
    expect(packageCode(values, 'https://widget.example')).toContain('  collapse: true,\n  user: {\n    firstName: ');
  });
});
