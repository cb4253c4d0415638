import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isolatedDeployment, sandboxDeployment } from '../../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type Engine, loadWithHurry, setUpPage, until } from './engine.ts';

const pill = `document.querySelector('#contact-widget').shadowRoot.querySelector('button')`;
const isPillVisible = `getComputedStyle(${pill}).visibility === 'visible'`;
const picture = '/picture.svg';

/** A deployment without vendors on isolated pages, and one with vendors that send no CORP. */
export function describeVendors(name: string, engine: () => Engine, root: string): void {
  const opened: Sandbox[] = [];
  let isolated: Sandbox;
  let usual: Sandbox;
  let strict: Sandbox;

  beforeAll(async () => {
    const shared = { port: 0, distDir: join(root, 'dist'), pagesDir: join(root, 'test/pages') };
    isolated = await startSandbox({ ...shared, config: isolatedDeployment });
    usual = await startSandbox(shared);
    const config = (urls: Parameters<typeof sandboxDeployment>[0]) => ({
      ...sandboxDeployment(urls),
      embedderPolicy: 'require-corp' as const,
    });
    strict = await startSandbox({ ...shared, config });
    opened.push(isolated, usual, strict);
    // The vendors belong to the bundle of this area.
    for (const { controlUrl } of [usual, strict]) {
      await setUpPage(controlUrl, '/plain', { attrs: { 'data-focus-area': 'security' } });
    }
    for (const { controlUrl } of opened) {
      await fetch(`${controlUrl}/__sandbox/rules`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          path: picture,
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
          headers: { 'content-type': 'image/svg+xml' },
        }),
      });
    }
  });
  afterAll(() => Promise.all(opened.map((one) => one.close())));

  const untilPill = (what: string): Promise<void> =>
    until(() => engine().page(isPillVisible), `the pill is there ${what}`);

  async function open(sandbox: Sandbox, path: string): Promise<void> {
    await engine().goto(`${sandbox.hostUrl}${path}`);
    await engine().page(
      `(window.violations = [], document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.blockedURI)), 0)`,
    );
    await untilPill(`on ${path}`);
    // The pill of the page before may be drawn before the frame is there. Only a click is kept until then.
    await engine().page(`(${pill}.click(), 0)`);
    await until(() => engine().frame(`!!document.querySelector('[data-block]')`), 'the menu is there');
  }

  /** What becomes of a vendor's script and of a vendor's picture in the frame. */
  async function loadFromVendor({ vendorsUrl }: Sandbox): Promise<readonly string[]> {
    await engine().frame(`(() => {
      const watch = (element, kind) => {
        window[kind] = 'loading';
        element.onload = () => { window[kind] = kind + ' loaded'; };
        element.onerror = () => { window[kind] = kind + ' blocked'; };
        return element;
      };
      watch(new Image(), 'picture').src = '${vendorsUrl}${picture}';
      const script = watch(document.createElement('script'), 'script');
      script.src = '${vendorsUrl}/support-chat/deployment.js?again';
      document.head.append(script);
      return 0;
    })()`);
    const both = `[window.picture, window.script]`;
    await until(() => engine().frame(`${both}.every((one) => one !== 'loading')`), 'both have an outcome');
    return engine().frame(both);
  }

  it('[XB-03][CSP-08][CSP-09][F-SE6] a deployment without vendors works on pages with COEP and COOP without a violation', async () => {
    const pages = ['/isolation/coep-alone', '/isolation/coep-credentialless', '/isolation/coep', '/isolation/coop'];
    for (const path of pages) {
      await open(isolated, path);
      expect(await engine().page('window.violations.filter((uri) => !uri.includes("favicon.ico"))'), path).toEqual([]);
      expect(await engine().page('crossOriginIsolated'), path).toBe(path === '/isolation/coep');
    }
  });

  it('[F-SE6][F-CH3] a deployment with vendors loads their scripts, answers and pictures, which send no CORP', async () => {
    await open(usual, '/plain');
    // The script of support chat and its JSONP answer are what make the entry available.
    await until(() => engine().frame(`!!document.querySelector('[data-block=support]')`), 'support chat is offered');
    await until(() => engine().frame(`'liveagent' in window`), 'the vendor’s script has run');
    expect(await loadFromVendor(usual)).toEqual(['picture loaded', 'script loaded']);
  });

  it('[F-SE6][F-CH3] with vendors, works on an isolated page where the browser knows credentialless, and otherwise leaves it', async () => {
    if (name === 'WebKitGTK') {
      await engine().goto(`${usual.hostUrl}/isolation/coep?loader=none`);
      await engine().page(loadWithHurry(usual.widgetUrl));
      await until(() => engine().page(`!!document.querySelector('#contact-widget')`), 'the widget is placed');
      await engine().page('window.hurry()');
      await until(() => engine().page(`!document.querySelector('#contact-widget')`), 'the widget has left');
      return;
    }
    await open(usual, '/isolation/coep');
    expect(await engine().page('crossOriginIsolated')).toBe(true);
    expect(await loadFromVendor(usual)).toEqual(['picture loaded', 'script loaded']);
  });

  it('[F-SE6] control: require-corp blocks the same vendors, which the sandbox does not hide', async () => {
    await open(strict, '/plain');
    expect(await loadFromVendor(strict)).toEqual(['picture blocked', 'script blocked']);
    expect(await engine().frame(`'liveagent' in window`)).toBe(false);
  });
}
