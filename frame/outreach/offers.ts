import { isWidgetError } from '../platform/errors.ts';
import { createOfferApi } from './api.ts';
import { environmentOf, hostsOf } from './endpoint.ts';
import { isOfferReported } from './isOfferReported.ts';
import { chatWaitMs, firstOfferMs, offerPollMs } from './limits.ts';
import type { NotificationAnswer } from './notification.ts';
import type { NotificationStore } from './notificationStore.ts';
import { type AudienceId, isOfferBlocked, type Offer, parseAudienceId, toOfferNotification } from './offer.ts';
import { type OfferSession, toOfferBody, toOfferEventBody } from './offerBody.ts';
import type { OutreachPorts } from './ports.ts';
import { waitForChat } from './waitForChat.ts';

export interface OfferPorts
  extends Pick<
    OutreachPorts,
    | 'clock'
    | 'lifetime'
    | 'log'
    | 'storage'
    | 'call'
    | 'createId'
    | 'query'
    | 'page'
    | 'relayedUrl'
    | 'locale'
    | 'activity'
    | 'chat'
    | 'anonymousId'
    | 'isEmployee'
  > {
  readonly settings: OutreachPorts['deployment']['offers'];
  readonly notifications: Pick<NotificationStore, 'queue' | 'block'>;
  /** Pane, card or overlay: something has the visitor's attention already. */
  readonly isOverlayShown: () => boolean;
}

/** What the frame keeps for the tab (SH-139, SH-165). */
interface OfferMemory extends OfferSession {
  readonly hasFailed: boolean;
}

/** Offers of the decision service: fetched once a page and every five minutes of activity, answered once each. */
export function createOffers(ports: OfferPorts) {
  const { clock, log, settings } = ports;
  const polling = ports.lifetime.child();
  const hosts = hostsOf(settings.hosts, environmentOf(ports.query));
  const api = createOfferApi(ports.call, hosts, ports.lifetime.signal);
  let memory: OfferMemory | undefined;
  let lastFetchMs: number | undefined;
  let isFetching = false;
  /** A clock that was set back since the page began to load would put the first fetch off for as long. */
  const pageStartMs = Math.min(ports.page().timeOrigin, clock.now());

  async function recall(): Promise<OfferMemory> {
    if (memory) return memory;
    const kept = ports.storage.read('cm-offers');
    const fields: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
    memory = {
      sessionID: typeof fields.sessionID === 'string' ? fields.sessionID : '',
      audienceID: parseAudienceId(fields.audienceID) ?? (await firstAudienceId()),
      hasFailed: fields.hasFailed === true,
    };
    return memory;
  }

  async function firstAudienceId(): Promise<AudienceId> {
    const value = (await ports.anonymousId()) ?? ports.createId();
    return { name: settings.audienceName, type: settings.audienceType, value };
  }

  function keep(next: OfferMemory): void {
    memory = next;
    ports.storage.write('cm-offers', next);
  }

  const dueMs = (): number => (lastFetchMs === undefined ? pageStartMs + firstOfferMs : lastFetchMs + offerPollMs);

  /** One timer for the next moment; an idle visitor's return takes its place (SH-141). */
  function plan(): void {
    polling.add(clock.after(Math.max(0, Math.min(dueMs() - clock.now(), offerPollMs)), look));
  }

  function look(): void {
    if (polling.ended || isFetching) return;
    if (lastFetchMs !== undefined) lastFetchMs = Math.min(lastFetchMs, clock.now()); // The clock was set back.
    if (clock.now() < dueMs()) plan();
    else if (ports.activity.isActive()) void poll();
  }

  async function poll(): Promise<void> {
    isFetching = true;
    lastFetchMs = clock.now();
    try {
      const session = await recall();
      if (session.hasFailed) {
        polling.end();
        return;
      }
      const { sessionID, audienceID, offer } = await api.fetchOffers(
        toOfferBody(settings, session, {
          pageUrl: ports.relayedUrl(),
          locale: ports.locale(),
          isEmployee: ports.isEmployee()?.toString(),
        }),
      );
      keep({
        sessionID: sessionID ?? session.sessionID,
        audienceID: audienceID ?? session.audienceID,
        hasFailed: false,
      });
      if (offer) void consider(offer);
    } catch (error) {
      failed(error);
    } finally {
      isFetching = false;
      if (!polling.ended) plan();
    }
  }

  /** SH-165: an HTTP error ends it for the session; a timeout or a lost connection only costs this turn (SH-141). */
  function failed(error: unknown): void {
    if (ports.lifetime.ended) return;
    if (memory && isWidgetError(error, 'CALL_FAILED') && error.status !== undefined && error.status >= 400) {
      keep({ ...memory, hasFailed: true });
      polling.end();
      log.warn('The offer service refused; no more offers are asked for in this session.', error);
    } else log.info('Offers could not be fetched this time.', error);
  }

  async function consider(offer: Offer): Promise<void> {
    const notification = {
      ...toOfferNotification(offer),
      callbackMap: {
        onDone: (_: unknown, answer: NotificationAnswer | undefined): void => {
          if (answer) void report(offer, answer);
        },
      },
    };
    if (notification.isChat) await waitForChat(ports.chat, clock, ports.lifetime, chatWaitMs);
    if (ports.lifetime.ended) return;
    const scene = { isChatAvailable: ports.chat.canStart(), isOverlayShown: ports.isOverlayShown() };
    if (isOfferBlocked(notification, scene)) ports.notifications.block(notification);
    else ports.notifications.queue(notification);
  }

  /** SH-144, SH-145, SH-166. */
  async function report(offer: Offer, answer: NotificationAnswer): Promise<void> {
    if (!memory || !isOfferReported(ports.query)) return;
    try {
      await api.postEvent(toOfferEventBody(settings, memory, offer.treatmentCode, answer));
    } catch (error) {
      log.warn('The answer to an offer could not be reported.', error);
    }
  }

  return {
    start(): void {
      if (hosts.length === 0) return; // Another environment has some.
      ports.activity.onChange(polling, look);
      plan();
    },
  };
}
