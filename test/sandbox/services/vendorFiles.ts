import type { SandboxAnswer, SandboxService } from '../service.ts';
import type { SandboxUrls } from './all.ts';

const files: Readonly<Record<string, SandboxAnswer>> = {
  'notice.js': { body: "window.northwindNotice = 'loaded';", type: 'text/javascript' },
  'support.css': { body: ':root { --northwind-support: loaded; }', type: 'text/css' },
  'fonts.css': {
    body: '@font-face { font-family: "Northwind Sans"; src: local("DejaVu Sans"); }',
    type: 'text/css',
  },
};

const notice = {
  title: 'Your privacy at Northwind',
  text: 'Northwind uses your phone number for this call, and for nothing else.',
  url: 'https://www.northwind.example/privacy',
};

/**
 * Vendors' files that the frame loads with the pane: a notice script, a support style sheet, a font; and the notice of the
 * booking form at `/notice`. No deployment names the files until `POST /__sandbox/vendorFiles {enabled: true}`.
 */
export function createVendorFilesService({ vendorsUrl }: Pick<SandboxUrls, 'vendorsUrl'>): SandboxService {
  let isEnabled = false;
  return {
    name: 'vendor files',
    routes: [
      ...Object.entries(files).map(([name, answer]) => ({
        ...({ method: 'GET', path: `/vendor/${name}`, vendor: 'cors' } as const),
        answer: () => answer,
      })),
      { method: 'GET', path: '/notice', vendor: 'cors', answer: () => ({ body: notice }) },
    ],
    deployment: () =>
      isEnabled
        ? {
            vendorFiles: {
              noticeScript: `${vendorsUrl}/vendor/notice.js`,
              supportStyles: `${vendorsUrl}/vendor/support.css`,
              fontStyles: `${vendorsUrl}/vendor/fonts.css`,
            },
            brand: { font: '"Northwind Sans"' },
          }
        : {},
    control(command, { enabled }) {
      if (command !== 'vendorFiles') return undefined;
      isEnabled = enabled === true;
      return { body: { enabled: isEnabled } };
    },
    reset() {
      isEnabled = false;
    },
  };
}
