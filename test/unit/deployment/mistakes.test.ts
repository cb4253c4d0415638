import { describe, expect, it } from 'vitest';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';

const least = { allowedHosts: ['https://a.example'], contact: { hosts: ['https://c.example'] } };

const refusal = (sections: object): string => {
  try {
    parseDeployment({ ...least, ...sections });
    return 'accepted';
  } catch (error) {
    return (error as Error).message.replace('config.json is refused: ', '');
  }
};

describe('a country with privacy regulation', () => {
  const refusalOf = (country: string): string => refusal({ consent: { privacyRegulatedCountries: ['fr', country] } });

  it.each(['Germany', 'DEU', 'd', '', 'd1', '276', 'EU', 'eu'])(
    '[SH-111][F-AD9] is refused if it is not a two-letter code: %j',
    (country) => {
      expect(refusalOf(country)).toBe(
        'consent.privacyRegulatedCountries.1: is not a two-letter country code, such as de',
      );
    },
  );

  it.each(['de', 'DE', ' de ', 'uk', 'GB'])('[SH-111] is accepted in any case: %j', (country) => {
    expect(refusalOf(country)).toBe('accepted');
  });
});
