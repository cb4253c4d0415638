// What the package's README shows: from an empty app to an open pane.
import { loadContactWidget } from 'contact-widget';

const { widget: src = '', nonce } = document.documentElement.dataset;
const widget = await loadContactWidget({ src, nonce, focusArea: 'cloud' });
widget?.open();
