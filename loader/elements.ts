/** Our one element on the page, and the two inside it. */
export const host = document.createElement('div');
export const shadow = host.attachShadow({ mode: 'open' });
export const pill = document.createElement('button');
export const iframe = document.createElement('iframe');
