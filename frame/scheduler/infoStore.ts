import { ref } from 'valtio/vanilla';
import { toLocaleCode } from '../text/locale.ts';
import { createTextReader, type TextReader, type TextSource } from '../text/texts.ts';
import type { AvailabilityStore } from './availabilityStore.ts';
import { clientUrlOf } from './clientUrl.ts';
import { toDialingEntries } from './dialing.ts';
import type { FormStore } from './formStore.ts';
import { parseInfo, type SchedulerInfo } from './parseInfo.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { showNotice } from './privacyNotice.ts';
import { schedulerTextSource } from './schedulerTextSource.ts';
import type { SchedulerState } from './state.ts';
import { type SchedulerTextKey, schedulerTexts } from './texts.ts';
import { deviceZone, isKnownZone, subregions, timeZones } from './timeZones.ts';

/** The information of one scheduler: its configuration, texts and lists. */
export function createInfo(
  ports: Omit<InstancePorts, 'api'>,
  name: SchedulerName,
  state: SchedulerState,
  times: Pick<AvailabilityStore, 'timeReady' | 'changeZone' | 'offerZone' | 'forget' | 'lookup' | 'prefill'>,
  form: Pick<FormStore, 'offerDialing' | 'prefill'>,
) {
  const { log } = ports;
  let translations: SchedulerInfo['translations'] = [];
  let loading: Promise<void> | undefined;
  /** The visitor has seen the prompt of this opening. */
  let isPromptSeen = false;

  const read: TextReader<SchedulerTextKey> = (key, values) => {
    const { config } = state;
    const own = config && !ports.showsKeys ? schedulerTextSource(translations, config, state.textLocale) : undefined;
    const source: TextSource = { find: (...place) => own?.find(...place) ?? ports.texts.find(...place) };
    return createTextReader(source, 'scheduler', schedulerTexts)(key, values);
  };

  /** SC-040: chosen once per opening. */
  function choosePrompt(): void {
    state.prompt ||= ports.prompt(false) || read('firstQuestion');
  }

  /** Call this when the form is in view: the experiment counts as seen, with the text as it is now. It does not change from then on. */
  function promptSeen(): void {
    // With a booking page elsewhere, the form is about to go.
    if (isPromptSeen || clientUrlOf(state.config) !== undefined) return;
    isPromptSeen = true;
    state.prompt = ports.prompt(true) || read('firstQuestion');
  }

  function forgetPrompt(): void {
    isPromptSeen = false;
    state.prompt = '';
  }

  /** Replaces the information and keeps the visitor's input. */
  function apply(info: SchedulerInfo): void {
    const { config } = info;
    translations = info.translations;
    const textLocale = { ...ports.textLocale() };
    // Another language has another prompt (SC-040).
    const isSameLanguage =
      config.languageCode === state.config?.languageCode && textLocale.languageCode === state.textLocale.languageCode;
    if (!isSameLanguage) forgetPrompt();
    state.config = ref(config);
    state.textLocale = ref(textLocale);
    state.classifications = ref(info.classifications);
    state.dialingCodes = ref(toDialingEntries(info.dialing, toLocaleCode(textLocale)));
    const { zones, zone, ownZone } = timeZones(
      config.appointmentTimeZones,
      config.appointmentTimeZonePreferred,
      isKnownZone,
      log,
      deviceZone(),
    );
    state.zones = ref(zones);
    state.ownZone = ownZone;
    if (!zones.includes(state.form.timezone) && !state.appointment) times.changeZone(zone);
    const { names, first } = subregions(config.stateOrProvinceNames, log);
    state.subregions = ref(names);
    if (!names.includes(state.form.subregion) && !state.appointment) state.form.subregion = first;
    if (state.isEditing) times.offerZone();
    form.offerDialing(config.regionCode);
    if (!state.isDisplayed) return;
    choosePrompt();
    form.prefill();
    // The language may be another one.
    showNotice(ports, state);
  }

  async function loadOnce(isRetry: boolean): Promise<void> {
    state.isInfoFetching = true;
    try {
      // Starts before `find` settles: an appointment shows its time even if the information cannot be loaded.
      const timed = ports.loadTemporal().then(times.timeReady);
      const [source] = await Promise.all([ports.find(name, isRetry), timed]);
      const info = source && parseInfo(source);
      if (info) apply(info);
      else log.warn('There is no scheduler for this page.');
      state.info = info ? 'ready' : 'none';
    } catch (error) {
      log.warn('The scheduler could not be loaded.', error);
      state.info = 'failed';
      // An appointment is shown all the same.
      state.textLocale = ref({ ...ports.textLocale() });
    } finally {
      state.isInfoFetching = false;
    }
    if (state.info !== 'ready') return;
    times.forget();
    if (state.displayedAccordian === 'CALENDAR') void times.lookup();
    else void times.prefill();
  }

  /**
   * Loads the information unless it is loaded. Never rejects: the outcome is `state.info` (SC-028, SC-031). `again` always
   * loads it, after a load in progress, which may be for another place.
   */
  function load(options: { readonly isRetry?: boolean; readonly again?: boolean } = {}): Promise<void> {
    if (state.info === 'ready' && !options.again) return Promise.resolve();
    if (loading && !options.again) return loading;
    const start = (): Promise<void> => loadOnce(options.isRetry === true);
    const latest = loading ? loading.then(start) : start();
    loading = latest;
    return latest.finally(() => {
      if (loading === latest) loading = undefined;
    });
  }

  return {
    read,
    choosePrompt,
    promptSeen,
    forgetPrompt,
    load,
    /** The information is out of date: the next opening loads it again. Keeps the visitor's input. */
    markStale(): void {
      if (loading) void load({ again: true });
      else state.info = 'idle';
    },
  };
}
