import { describe, expect, it } from 'vitest';
import { type HeaderFields, policyOf } from '../../../frame/deployment/headers.ts';

/** Which origins the frame's policy allows. */

describe('the policy', () => {
  it('[F-SE11] allows no origin of a text or of what is only a link', () => {
    const links = {
      calendarUrl: 'https://a.example/x',
      privacyUrl: 'https://b.example',
      signInUrl: 'https://c.example',
    };
    const fields = {
      scheduler: { hosts: ['https://s.example'], ...links },
      brand: { label: { en: 'https://d.example' } },
    };
    expect(policyOf({ allowedHosts: [], $schema: 'https://e.example', ...fields } as HeaderFields)).toBe(
      policyOf({ allowedHosts: [], a: 'https://s.example' } as HeaderFields),
    );
  });

  it('[F-SE11] refuses an address that would change it, and names the field of one that is no address', () => {
    expect(() => policyOf({ allowedHosts: [], a: 'https://a.example;x' } as HeaderFields)).toThrow('is not an origin');
    expect(() => policyOf({ allowedHosts: [], a: [{ b: 'https://a.example:99999' }] } as HeaderFields)).toThrow(
      'config.json is refused: a.0.b: "https://a.example:99999" is not an address',
    );
  });
});
