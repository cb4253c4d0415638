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

describe('the section of a channel', () => {
  it.each<readonly [object, string]>([
    [{ async: { gatewayHost: [] } }, 'async.gatewayHost: there is no such field; did you mean "gatewayHosts"?'],
    [{ sync: { appkey: 'a' } }, 'sync.appkey: there is no such field; did you mean "appKey"?'],
    [{ bot: { hosts: { prod: 'https://bot.example' } } }, 'bot.hosts.prod: there is no such field'],
    [{ assistant: { zIndex: '1' } }, 'assistant.zIndex: must be a number, not "1"'],
    [{ support: {} }, 'support.script: is missing'],
  ])('[F-AD9] is refused with the name of its wrong field: %j', (channels, sentence) => {
    expect(refusal({ chat: { channels } })).toBe(`chat.channels.${sentence}`);
  });

  it('[F-AD9][SH-008] is written to the file as it is, without defaults', () => {
    const channels = { bot: { hosts: { main: 'https://bot.example' } } };
    expect(parseDeployment({ ...least, chat: { channels } }).chat.channels).toEqual(channels);
  });
});
