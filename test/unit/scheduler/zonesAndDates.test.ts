import { describe, expect, it } from 'vitest';
import { createDateText } from '../../../frame/scheduler/dateText.ts';
import { isKnownZone, subregions, timeZones } from '../../../frame/scheduler/timeZones.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('time zones and subregions', () => {
  it('[SC-054] lists the zones of a comma-separated text', () => {
    expect(timeZones('Europe/Paris,Asia/Tokyo', '', isKnownZone, createFakeLog()).zones).toEqual([
      'Europe/Paris',
      'Asia/Tokyo',
    ]);
  });

  it('[SC-055] starts with the preferred zone, else with the first one', () => {
    const zone = (preferred: string) =>
      timeZones('Europe/Paris,Asia/Tokyo', preferred, isKnownZone, createFakeLog()).zone;
    expect(zone('Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(zone('')).toBe('Europe/Paris');
    expect(zone('NONE')).toBe('Europe/Paris');
  });

  it('[SC-056] trims names, skips duplicates and unknown zones, and puts an unlisted preferred zone first', () => {
    const log = createFakeLog();
    expect(timeZones('Asia/Tokyo, Asia/Tokyo,Bad/Zone', '', isKnownZone, log).zones).toEqual(['Asia/Tokyo']);
    expect(log.warnings).toHaveLength(1);
    expect(timeZones('Asia/Tokyo', 'Europe/Paris', isKnownZone, log)).toMatchObject({
      zones: ['Europe/Paris', 'Asia/Tokyo'],
      zone: 'Europe/Paris',
    });
    expect(timeZones('Asia/Tokyo', 'Bad/Zone', isKnownZone, log).zone).toBe('Asia/Tokyo');
  });

  it('[F-SC36] offers the zone of the visitor’s device, listed or not, and starts with it only if it is listed', () => {
    const zonesOf = (list: string, device: string) => timeZones(list, '', isKnownZone, createFakeLog(), device);
    expect(zonesOf('America/New_York', 'Asia/Kolkata')).toEqual({
      zones: ['Asia/Kolkata', 'America/New_York'],
      zone: 'America/New_York',
      ownZone: 'Asia/Kolkata',
    });
    expect(zonesOf('America/New_York,Asia/Kolkata', 'Asia/Kolkata')).toMatchObject({
      zones: ['America/New_York', 'Asia/Kolkata'],
      ownZone: 'Asia/Kolkata',
    });
    expect(zonesOf('', 'Asia/Kolkata')).toMatchObject({ zone: 'Asia/Kolkata' });
    expect(zonesOf('Asia/Tokyo', 'Mars/Base')).toMatchObject({ zones: ['Asia/Tokyo'], ownZone: '' });
  });

  it('[SC-057][F-SC37] only warns of a missing default zone or subregion', () => {
    const log = createFakeLog();
    expect(timeZones('', '', isKnownZone, log).zone).toBe('');
    expect(subregions('', log).first).toBe('');
    expect(log.warnings).toHaveLength(2);
  });

  it('[SC-074] formats long, short, and short with time, by the rules of each language', () => {
    const ms = Date.UTC(2025, 5, 3, 13);
    const english = createDateText('en-US', ms);
    expect(english.long(ms, 'America/New_York')).toBe('Tuesday, June 3, 2025');
    expect(english.short(ms, 'America/New_York')).toBe('Jun 3, 2025');
    expect(english.shortWithTime(ms, 'America/New_York')).toBe('Jun 3, 2025, 9:00 AM');
    expect(createDateText('de-DE', ms).long(ms, 'Europe/Berlin')).toBe('Dienstag, 3. Juni 2025');
    expect(createDateText('no such tag!', ms).short(ms, 'UTC')).toBe('Jun 3, 2025');
  });

  it('[SC-074][SC-114] uses the current name of a zone, not that of 1970', () => {
    const { zone } = createDateText('en-US', Date.UTC(2026, 10, 21));
    expect(zone('America/Edmonton')).toBe('Mountain Time');
    expect(zone('Africa/Ceuta')).toBe('Central European Time');
    expect(zone('America/New_York')).toBe('Eastern Time');
  });
});
