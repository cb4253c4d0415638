import { offersRequested, pageTypeCode } from './limits.ts';
import type { AudienceId } from './offer.ts';

/** What a deployment fixes for every offer call. */
export interface OfferSettings {
  readonly audienceLevel: string;
  readonly channelName: string;
  readonly interactionPoint: string;
  readonly duplicationPolicy: number;
}

/** What the page and the visitor add; unknown ones are empty texts (SH-139). */
export interface OfferParameters {
  readonly pageUrl: string;
  readonly locale: string;
  readonly dmpAudience?: string;
  readonly lotameId?: string;
  /** `true` or `false` */
  readonly isEmployee?: string | undefined;
}

export interface OfferSession {
  readonly sessionID: string;
  readonly audienceID: AudienceId;
}

/** SH-138: exactly these fields. */
export function toOfferBody(settings: OfferSettings, session: OfferSession, parameters: OfferParameters) {
  return {
    audienceLevel: settings.audienceLevel,
    sessionID: session.sessionID,
    channelName: settings.channelName,
    audienceID: session.audienceID,
    parameters: {
      PAGEURL: parameters.pageUrl,
      PREF_LOCALE: parameters.locale,
      DMP_AUDIENCE: parameters.dmpAudience ?? '',
      LOTAME_ID: parameters.lotameId ?? '',
      IS_IBMER: parameters.isEmployee ?? '',
      PAGE_TYPE_CODE: pageTypeCode,
    },
    getOfferReq: {
      ipName: settings.interactionPoint,
      numberRequested: offersRequested,
      duplicationPolicy: settings.duplicationPolicy,
    },
  };
}

/** SH-144: exactly these fields. */
export function toOfferEventBody(
  settings: OfferSettings,
  session: OfferSession,
  treatmentCode: string,
  answer: 'accept' | 'reject',
) {
  return {
    audienceLevel: settings.audienceLevel,
    interactionPointName: settings.interactionPoint,
    sessionID: session.sessionID,
    channelName: settings.channelName,
    eventName: answer === 'accept' ? 'LogAcceptEvent' : 'LogRejectEvent',
    audienceID: session.audienceID,
    eventParameters: {
      UACIOFFERTRACKINGCODE: treatmentCode,
      UACIRESPONSETYPECODE: answer === 'accept' ? 'Accept_Clicked' : 'Reject_Clicked',
    },
  };
}
