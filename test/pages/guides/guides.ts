import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Marked } from 'marked';
import { policyPages } from '../isolation/policies.ts';
import { escapeHtml, type PageUrls } from '../template.ts';

/** A page of documentation beside the playground. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** One sentence for search engines. */
  readonly description: string;
  /** The page of the project that is the guide too. Other pages link to the guide by it. */
  readonly file?: string;
  /** Markdown. `{widget}` stands for the widget's origin. */
  readonly markdown: (urls: PageUrls) => string;
}

const root = process.cwd();
const fileOf = (name: string): string => readFileSync(join(root, 'test/pages/guides', `${name}.md`), 'utf8');

export const guides: readonly Guide[] = [
  {
    ...{ name: 'csp', title: 'Content Security Policy' },
    description:
      'The two sources that a strict Content Security Policy needs for contact-widget, and every policy that is tested.',
    markdown: (urls) => `${fileOf('csp')}\n${policyTable(urls)}`,
  },
  {
    ...{ name: 'testing', title: 'Testing your page' },
    description: 'How the tests of your page leave contact-widget out, wait for it, or use it without your services.',
    markdown: () => fileOf('testing'),
  },
  {
    ...{ name: 'single-page-apps', title: 'Single-page apps' },
    description:
      'contact-widget in an app that changes its views without loading pages: addresses, links, sign-in, React and Vue.',
    markdown: () => fileOf('single-page-apps'),
  },
  {
    ...{ name: 'sites', title: 'Sites and shops' },
    description: 'contact-widget with Google Tag Manager, in WordPress and in a Shopify shop.',
    markdown: () => fileOf('sites'),
  },
  {
    ...{ name: 'frameworks', title: 'Frameworks' },
    description: 'contact-widget in Astro and SvelteKit.',
    markdown: () => fileOf('frameworks'),
  },
  {
    ...{ name: 'analytics', title: 'Analytics' },
    description: 'How the events of contact-widget reach Google Analytics 4, or any tool behind a data layer.',
    markdown: () => fileOf('analytics'),
  },
  {
    ...{ name: 'operating', title: 'Operating' },
    description: 'What the build of contact-widget writes, how to serve it, and the settings that operators decide.',
    ...shared('frame/deployment/OPERATING.md'),
  },
  {
    ...{ name: 'services', title: 'Services' },
    description:
      'The services behind contact-widget, with their OpenAPI and AsyncAPI documents, and how to check yours.',
    ...shared('frame/platform/backend/SERVICES.md'),
  },
  {
    ...{ name: 'without-a-vendor', title: 'Without a vendor' },
    description: 'contact-widget with one static contact file, a form, and chat over any XMPP server.',
    ...shared('test/xmpp/WITHOUT-A-VENDOR.md'),
  },
  {
    ...{ name: 'upgrading', title: 'Upgrading' },
    description: 'What a new version of contact-widget changes for pages and deployments, and how to roll back.',
    markdown: () => fileOf('upgrading'),
  },
  {
    ...{ name: 'templates', title: 'Texts for your site' },
    description: 'Templates for a privacy notice and an accessibility statement of a site that uses contact-widget.',
    markdown: () => fileOf('templates'),
  },
];

const markdown = new Marked({ renderer: { link: ({ href, text }) => renderLink(href, text) } });

/** A guide as the content of a page. */
export function renderGuide(guide: Guide, urls: PageUrls): string {
  const text = guide.markdown(urls).replaceAll('{widget}', urls.widgetUrl);
  return markdown.parse(text, { async: false });
}

/** A page that is a guide too is a link to it. Other files of the project have no address here, so their links are only words. */
function renderLink(href: string, words: string): string {
  const text = escapeHtml(words);
  const guide = guides.find(({ name, file = `${name}.md` }) => basename(href) === basename(file));
  const address = guide ? `/guides/${guide.name}/` : href;
  return /^(https?:|\/)/.test(address) ? `<a href="${escapeHtml(address)}">${text}</a>` : text;
}

/** A page of the project without its heading: the guide has its own. */
function shared(file: string): Pick<Guide, 'file' | 'markdown'> {
  return { file, markdown: () => readFileSync(join(root, file), 'utf8').replace(/^# .*\n/, '') };
}

function policyTable(urls: PageUrls): string {
  const rows = policyPages.map(({ about, headers }) => {
    const lines = Object.entries(headers?.(urls) ?? {}).flatMap(([name, value]) =>
      [value].flat().map((line) => `\`${name}: ${line}\``),
    );
    return `| ${about} | ${lines.join('<br>') || 'none: the policy is in the document'} |`;
  });
  return ['| page | its headers |', '| --- | --- |', ...rows].join('\n');
}
