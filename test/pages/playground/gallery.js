// The gallery's page: a frame for each recorded state, and the switches above them.

/** The states that show what the audit of the design asked for. */
const findings = {
  'scheduler: calendar': 'F-UX2, F-UX3',
  'scheduler: another time': 'F-UX4',
  'scheduler: time zones': 'F-UX1, F-UX5',
  'scheduler: details': 'F-UX6',
  'scheduler: question': 'F-UX11',
  'scheduler: booked': 'F-UX8',
  'scheduler: cancel': 'F-UX9',
  'scheduler: cancelled': 'F-UX9',
  'scheduler: not booked': 'F-UX10',
  'scheduler: loading times': 'F-UX2',
  menu: 'F-UX13, F-UX21',
  chat: 'F-UX12, F-UX15',
  'chat: a chosen answer': 'F-UX16',
  'chat: question before the end': 'F-UX17',
  'chat: edited, removed and read messages': 'F-UX18',
  'pane: the app cannot be downloaded': 'F-UX19',
  survey: 'F-UX20',
  'pill: unread messages': 'F-UX14',
};

const form = document.querySelector('form');
const { language, width, surface, dark } = form.elements;
const surfaces = document.querySelector('.surfaces');

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const frames = () => [...document.querySelectorAll('iframe')];

function applyScheme(frame) {
  const root = frame.contentDocument?.documentElement;
  if (root) root.dataset.colorScheme = dark.checked ? 'dark' : 'light';
}

function applyWidth() {
  for (const frame of frames()) frame.width = width.value;
}

/** A state is scrolled as it was when it was recorded. */
function scroll(frame) {
  for (const one of frame.contentDocument?.querySelectorAll('[data-scroll-top]') ?? [])
    one.scrollTop = one.dataset.scrollTop;
}

/** The tokens as the first state with a theme has them. */
function showTokens() {
  const root = frames().find(({ contentDocument }) => contentDocument?.querySelector('[role=dialog]'))?.contentDocument;
  if (!root) return;
  const styles = getComputedStyle(root.documentElement);
  const names = new Set(
    [...root.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => [...(rule.style ?? [])])
      .filter((name) => name.startsWith('--cm-')),
  );
  document.querySelector('.tokens').replaceChildren(
    ...[...names].sort().map((name) => {
      const value = styles.getPropertyValue(name);
      const swatch = element('span', { className: 'swatch' });
      if (name.startsWith('--cm-color')) swatch.style.background = value;
      return element('li', {}, swatch, element('code', {}, name.slice('--cm-'.length)), ` ${value}`);
    }),
  );
}

async function show() {
  delete document.documentElement.dataset.shown;
  const answer = await fetch(`/playground/gallery/${language.value}/states.json`);
  const states = await answer.json();
  const names = [...new Set(states.map(([, title]) => title.split(':')[0]))];
  const chosen = surface.value;
  surface.replaceChildren(new Option('all', ''), ...names.map((name) => new Option(name, name)));
  surface.value = names.includes(chosen) ? chosen : '';
  const shown = names.filter((name) => surface.value === '' || surface.value === name);
  surfaces.replaceChildren(
    ...shown.map((name) =>
      element(
        'section',
        {},
        element('h2', {}, name),
        element(
          'div',
          { className: 'states' },
          ...states
            .filter(([, title]) => title.split(':')[0] === name)
            .map(([file, title]) => {
              const frame = element('iframe', { title, src: `/playground/gallery/${language.value}/${file}` });
              frame.addEventListener('load', () => {
                applyScheme(frame);
                scroll(frame);
              });
              return element(
                'figure',
                {},
                element('figcaption', {}, title, element('small', {}, findings[title] ?? '')),
                frame,
              );
            }),
        ),
      ),
    ),
  );
  if (states.length === 0) surfaces.append(element('p', {}, 'Nothing is recorded yet: run npm run gallery.'));
  applyWidth();
  await Promise.all(frames().map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve))));
  showTokens();
  document.documentElement.dataset.shown = language.value;
}

form.addEventListener('submit', (event) => event.preventDefault());
for (const one of [language, surface]) one.addEventListener('change', () => void show());
width.addEventListener('input', applyWidth);
dark.addEventListener('change', () => {
  frames().forEach(applyScheme);
  showTokens();
});
await show();
