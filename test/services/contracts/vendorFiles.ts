import * as v from 'valibot';
import { assistantDeployment } from '../../../frame/chat/channels/assistant/deployment.ts';
import { supportDeployment } from '../../../frame/chat/channels/support/wire.ts';
import type { Deployment } from '../../../frame/deployment/deployment.ts';
import { queryOf } from './queryOf.ts';
import type { CallContract, ServiceContract } from './serviceContract.ts';

const scriptTypes = ['text/javascript', 'application/javascript', 'application/x-javascript'];

/**
 * The files of vendors that the frame loads. No document describes what their scripts call. The channels' READMEs and `wire.ts` say
 * which functions of a script the frame uses.
 */
export function vendorFilesService({ chat, outreach, vendorFiles }: Deployment): ServiceContract {
  const sections = chat.channels as { readonly support?: unknown; readonly assistant?: unknown };
  const support = v.safeParse(supportDeployment, sections.support);
  const assistant = v.parse(assistantDeployment, sections.assistant ?? {});
  const { inApp } = outreach;
  const files = [
    script('support-script', 'Support chat: Salesforce Live Agent’s deployment.js, with the global `liveagent`', [
      support.success ? support.output.script : '',
    ]),
    script('assistant-script', 'Hosted assistant: IBM Watson Assistant’s web chat, which starts by itself', [
      assistant.scriptUrl,
      assistant.stagingScriptUrl,
    ]),
    script(
      'in-app-script',
      'In-app messages: Braze’s SDK, with the global `braze` or `appboy`',
      [inApp.enabled ? inApp.scriptUrl : ''],
      inApp.scriptIntegrity !== '',
    ),
    script('notice-script', 'Notice and choice', [vendorFiles?.noticeScript ?? '']),
    styles('support-styles', 'Style sheet of the support products', vendorFiles?.supportStyles),
    styles('font-styles', 'Style sheet that declares a font', vendorFiles?.fontStyles),
  ];
  return {
    ...{ name: 'vendor-files', title: 'Scripts and style sheets of vendors', vendor: 'several vendors' },
    description:
      'Files that the frame loads from vendors. Scripts run in the frame’s origin and call their vendor directly: the widget sees neither the requests nor the answers.',
    file: 'test/services/contracts/vendorFiles.ts',
    schemas: {},
    calls: files.flat(),
  };
}

type Load = Pick<CallContract, 'id' | 'summary' | 'isScript' | 'answers'>;

/** A script element with an integrity needs permission, like a style sheet. */
const script = (id: string, summary: string, addresses: readonly string[], hasIntegrity = false) =>
  callsOf(addresses, {
    ...{ id, summary, isScript: !hasIntegrity },
    answers: {
      '200': {
        description: 'The script.',
        content: { schema: v.string(), example: '(() => {})();', types: scriptTypes },
      },
      default: { description: 'The feature that needs it is not available.' },
    },
  });

const styles = (id: string, summary: string, address: string | undefined) =>
  callsOf([address ?? ''], {
    ...{ id, summary },
    answers: {
      '200': {
        description: 'The style sheet.',
        content: { schema: v.string(), example: ':root {}', types: ['text/css'] },
      },
      default: { description: 'The frame’s own styles are used.' },
    },
  });

/** A placeholder if the deployment names no address. A relative address is the widget's own. */
function callsOf(addresses: readonly string[], load: Load): readonly CallContract[] {
  const urls = [...new Set(addresses)].filter((one) => URL.canParse(one)).map((one) => new URL(one));
  if (urls.length === 0) return [{ ...load, method: 'GET', path: `/${load.id}`, hosts: [] }];
  return urls.map((url, at) => ({
    ...{ ...load, id: at === 0 ? load.id : `${load.id}-${at + 1}`, method: 'GET' },
    ...{ path: url.pathname, hosts: [url.origin], parameters: queryOf(url) },
  }));
}
