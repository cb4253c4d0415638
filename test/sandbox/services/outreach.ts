import { build } from 'esbuild';
import { inAppMessages, offers } from '../data/outreach.ts';
import type { SandboxDeployment } from '../deployment.ts';
import { fieldsOf, type SandboxRequest, type SandboxService } from '../service.ts';
import type { SandboxUrls } from './all.ts';

interface Setting {
  offer: keyof typeof offers | '';
  inApp: keyof typeof inAppMessages | '';
  /** Undefined: the product's default of 55 s. */
  popUpTimeMs: number | undefined;
}

const defaultSetting: Setting = { offer: '', inApp: '', popUpTimeMs: undefined };

/**
 * The offer service (`/offers/*`), and the in-app vendor's endpoint and script (`/api/v3/data/`, `/inapp/sdk.js`). There is
 * nothing to show until `POST /__sandbox/outreach {offer?, inApp?, popUpTimeMs?}` names it. An empty string or `null` removes
 * it. A page uses the new setting after its next load.
 */
export function createOutreachService({
  servicesUrl,
  vendorsUrl,
}: Pick<SandboxUrls, 'servicesUrl' | 'vendorsUrl'>): SandboxService {
  let setting = defaultSetting;
  let sessions = 0;
  let sdk: Promise<string> | undefined;

  function deployment(): Partial<SandboxDeployment> {
    return {
      outreach: {
        ...(setting.popUpTimeMs === undefined ? {} : { popUpTimeMs: setting.popUpTimeMs }),
        ...(setting.offer ? { offers: { hosts: { prod: [`${servicesUrl}/offers`] } } } : {}),
        inApp: {
          enabled: setting.inApp !== '',
          scriptUrl: `${vendorsUrl}/inapp/sdk.js`,
          apiKey: '00000000-0000-4000-8000-000000000000',
          hosts: { prod: [vendorsUrl] },
        },
      },
    };
  }

  function answerOffers({ body }: SandboxRequest) {
    const { sessionID, audienceID } = fieldsOf(body);
    if (!sessionID) sessions += 1;
    const list = setting.offer ? [offers[setting.offer]] : [];
    return {
      body: {
        sessionID: sessionID || `northwind-session-${sessions}`,
        audienceID,
        statusCode: 0,
        offersList: [{ ipName: 'CONTACT_MODULE', offers: list }],
      },
    };
  }

  /** One message, triggered when a session opens. The vendor's script decides whether to show it. */
  function answerData({ body }: SandboxRequest) {
    const wanted = fieldsOf(fieldsOf(body).respond_with);
    const message = setting.inApp ? inAppMessages[setting.inApp] : undefined;
    const id = `trigger-${setting.inApp}`;
    return {
      status: 201,
      body: {
        ...(wanted.config
          ? { config: { time: 1, events_blacklist: [], attributes_blacklist: [], purchases_blacklist: [] } }
          : {}),
        ...(wanted.triggers
          ? {
              triggers: message
                ? [
                    {
                      id,
                      trigger_condition: [{ type: 'open' }],
                      start_time: null,
                      end_time: null,
                      priority: 1,
                      type: 'inapp',
                      delay: 0,
                      re_eligibility: 0,
                      timeout: null,
                      data: { trigger_id: id, ...message },
                    },
                  ]
                : [],
            }
          : {}),
      },
    };
  }

  return {
    name: 'outreach',
    routes: [
      { method: 'POST', path: '/offers/getOffersForMultipleIP', answer: answerOffers },
      { method: 'POST', path: '/offers/postEvent', answer: () => ({ body: { statusCode: 0 } }) },
      { method: 'POST', path: '/api/v3/data/', vendor: 'cors', answer: answerData },
      {
        method: 'GET',
        path: '/inapp/sdk.js',
        vendor: 'none',
        answer: async () => {
          sdk ??= bundleSdk();
          return { body: await sdk, type: 'text/javascript' };
        },
      },
    ],
    deployment,
    control(command, body) {
      if (command !== 'outreach') return undefined;
      const next: Setting = {
        offer: pick(body.offer, Object.keys(offers), setting.offer) as Setting['offer'],
        inApp: pick(body.inApp, Object.keys(inAppMessages), setting.inApp) as Setting['inApp'],
        popUpTimeMs:
          body.popUpTimeMs === undefined
            ? setting.popUpTimeMs
            : typeof body.popUpTimeMs === 'number'
              ? body.popUpTimeMs
              : undefined,
      };
      setting = next;
      return { body: setting };
    },
    reset() {
      setting = defaultSetting;
      sessions = 0;
    },
  };
}

/** The vendor's own SDK, as its CDN serves it: one classic script that sets one global. */
async function bundleSdk(): Promise<string> {
  const result = await build({
    stdin: {
      contents: "import * as braze from '@braze/web-sdk'; window.braze = braze;",
      resolveDir: import.meta.dirname,
      loader: 'js',
    },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}

function pick(value: unknown, names: readonly string[], fallback: string): string {
  if (value === undefined) return fallback;
  return typeof value === 'string' && names.includes(value) ? value : '';
}
