import { addLoader, type IsolationPage } from './isolationPage.ts';

/** Unusual documents. */
export const documentPages: readonly IsolationPage[] = [
  { name: 'quirks', about: 'Without a doctype', doctype: '' },
  {
    name: 'almost-standards',
    about: 'A transitional doctype',
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  },
  {
    name: 'xhtml',
    about: 'XHTML, parsed as XML',
    doctype: '<?xml version="1.0" encoding="utf-8"?>',
    attributes: ' xmlns="http://www.w3.org/1999/xhtml"',
    type: 'application/xhtml+xml; charset=utf-8',
  },
  {
    name: 'xslt',
    about: 'XML that the browser transforms with XSLT',
    doctype: '<?xml version="1.0" encoding="utf-8"?>\n<?xml-stylesheet type="text/xsl" href="/isolation/xslt.xsl"?>',
    type: 'application/xml; charset=utf-8',
    moves: 'the browser adds a notice to such pages at an unpredictable time',
    needs: 'XSLTProcessor',
  },
  {
    name: 'base',
    about: 'A base element with a foreign address and a target',
    head: () => '<base href="https://elsewhere.example/deep/" target="_blank" />',
  },
  {
    name: 'clobbered',
    about: 'Elements whose names shadow properties of the document',
    body: `<img name="currentScript" src="/mark.svg" data-focus-area="evil" hidden="" alt="" /><form name="body"></form><form name="adoptedStyleSheets"></form>
<form id="parent"></form><form id="top"></form><img name="title" alt="" /><form id="contactWidgetUser"></form><form id="contactWidgetConfig"><input name="hidePill" /></form>`,
  },
  {
    name: 'clobbered-script',
    about: 'A form and a frame named currentScript, and another loader.js before ours',
    head: () => '<script type="text/plain" src="https://evil.example/loader.js"></script>',
    body: `<form name="currentScript" hidden=""><input name="closest" /></form><iframe name="currentScript" hidden="" title="x"></iframe>`,
    js: (urls) => `addEventListener('DOMContentLoaded', () => {
${addLoader(urls).replace("'use strict';", '')}
});`,
    loader: null,
  },
];
