// The scenario panel of the demo: changes the page by its address, and the services by the sandbox's control interface.
// It stands in a shadow root, so that a hostile style sheet of the page leaves it alone, and makes no markup from text.
(() => {
  const servicesUrl = document.currentScript.dataset.services;
  const address = new URL(location.href);

  /** Settings of the page: one query parameter each; the first option is the page without the parameter. */
  const pageSettings = [
    [
      'lang',
      'Language',
      [
        ['', 'English'],
        ['de', 'Deutsch'],
        ['ja', '日本語'],
        ['ar', 'العربية'],
      ],
    ],
    [
      'area',
      'Focus area',
      [
        ['', 'Cloud'],
        ['data', 'Data'],
        ['security', 'Security'],
        ['gardening', 'Unknown'],
        ['no-contact-module', 'No contact module'],
      ],
    ],
    [
      'visitor',
      'Visitor',
      [
        ['', 'Not signed in'],
        ['ada', 'Signed in as Ada'],
      ],
    ],
    [
      'order',
      'Menu order',
      [
        ['', 'Usual'],
        ['call-first', 'Phone first'],
      ],
    ],
    [
      'theme',
      'Widget theme',
      [
        ['', 'Blue'],
        ['yellow', 'Yellow'],
        ['grey', 'Grey'],
        ['red-brand', 'Red'],
      ],
    ],
    [
      'scheme',
      'Page colours',
      [
        ['', 'As the system'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ],
    ],
    [
      'hostile',
      'Page style sheet',
      [
        ['', 'Tame'],
        ['1', 'Hostile'],
      ],
    ],
  ];

  /** What can befall a group of calls. */
  const faults = [
    ['', 'Works'],
    ['slow', 'Slow (3 s)', { delayMs: 3000 }],
    ['error', 'Error 503', { status: 503, body: { message: 'switched off in the scenario panel' } }],
    ['html', 'HTML, not JSON', { status: 200, body: '<h1>Sorry</h1>', headers: { 'content-type': 'text/html' } }],
    ['silent', 'No answer', { hang: true }],
    ['cut', 'Connection cut', { drop: true }],
  ];

  /** Groups of calls, by the beginnings of their paths. */
  const serviceGroups = [['lookup', 'Contact lookup', ['/contact/', '/older/contact/']]];

  /** Commands of single services; each setting is one field of the command's body. */
  const commandSettings = [
    [
      'contact',
      'without',
      'Channels',
      [
        ['', 'All', []],
        ['chat', 'No chat', ['chat']],
        ['chat+scheduling', 'No chat, no scheduler', ['chat', 'scheduling']],
        ['two', 'Phone and email only', ['scheduling', 'chat', 'sms', 'support', 'links']],
      ],
    ],
    [
      'geo',
      'country',
      'Visitor is in',
      [
        ['US', 'United States', 'US'],
        ['DE', 'Germany', 'DE'],
        ['JP', 'Japan', 'JP'],
        ['SA', 'Saudi Arabia', 'SA'],
        ['CN', 'China', 'CN'],
      ],
    ],
  ];

  const links = [
    [`${servicesUrl}/agent`, 'Agent console'],
    [`${servicesUrl}/__sandbox/requests`, 'Calls so far'],
    ['/pages', 'More host pages'],
  ];

  function make(name, properties = {}, children = []) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in element) element[key] = value;
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }

  async function control(command, body, method = 'POST') {
    const answer = await fetch(`${servicesUrl}/__sandbox/${command}`, {
      method,
      ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  }

  function reload() {
    address.searchParams.set('panel', 'open');
    location.assign(address);
  }

  function row(label, options, value, choose) {
    const select = make(
      'select',
      {},
      options.map(([option, text]) => make('option', { value: option, textContent: text })),
    );
    select.value = value;
    select.classList.toggle('changed', select.selectedIndex > 0);
    select.addEventListener('change', () => choose(select.value));
    return make('label', {}, [make('span', { textContent: label }), select]);
  }

  function pageRow([name, label, options]) {
    return row(label, options, address.searchParams.get(name) ?? '', (value) => {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
      reload();
    });
  }

  function serviceRow([group, label, paths], rules) {
    const active = rules.find((rule) => rule.panel?.startsWith(`${group}=`))?.panel.split('=')[1] ?? '';
    return row(label, faults, active, async (value) => {
      const others = rules.filter((rule) => !rule.panel?.startsWith(`${group}=`)).reverse();
      const fault = faults.find(([name]) => name === value)?.[2];
      const added = fault ? paths.map((path) => ({ path, ...fault, panel: `${group}=${value}` })) : [];
      await control('rules', undefined, 'DELETE');
      await control('rules', [...others, ...added]);
      reload();
    });
  }

  async function commandRow([command, field, label, options]) {
    const now = JSON.stringify((await control(command, {}))[field]);
    const active = options.find(([, , value]) => JSON.stringify(value) === now)?.[0] ?? options[0][0];
    return row(label, options, active, async (chosen) => {
      await control(command, { [field]: options.find(([name]) => name === chosen)[2] });
      reload();
    });
  }

  async function fill(body) {
    const page = make('section', {}, [make('h3', { textContent: 'Page' }), ...pageSettings.map(pageRow)]);
    body.replaceChildren(page);
    try {
      const { rules } = await control('rules', undefined, 'GET');
      const rows = [
        ...serviceGroups.map((group) => serviceRow(group, rules)),
        ...(await Promise.all(commandSettings.map(commandRow))),
      ];
      body.append(make('section', {}, [make('h3', { textContent: 'Services' }), ...rows]));
    } catch {
      body.append(make('p', { textContent: 'The sandbox does not answer. Is it still running?' }));
    }
    const reset = make('button', { type: 'button', className: 'reset', textContent: 'Reset everything' });
    reset.addEventListener('click', async () => {
      await control('reset', {});
      location.assign(location.pathname);
    });
    const items = links.map(([href, text]) =>
      make('li', {}, [make('a', { href, textContent: text, target: '_blank', rel: 'noopener' })]),
    );
    body.append(make('section', {}, [make('ul', {}, items), reset]));
  }

  function start() {
    const host = make('div', { id: 'scenario-panel' });
    const root = host.attachShadow({ mode: 'open' });
    const style = make('link', { rel: 'stylesheet', href: '/panel/panel.css' });
    const toggle = make('button', { type: 'button', className: 'toggle', 'aria-controls': 'drawer' }, [
      make('span', { className: 'sliders' }),
      'Scenario',
    ]);
    const close = make('button', { type: 'button', className: 'close', 'aria-label': 'Close' });
    const body = make('div', { className: 'body' });
    const title = make('h2', { textContent: 'Scenario' });
    const drawer = make('aside', { id: 'drawer', 'aria-label': 'Scenario' }, [
      make('header', {}, [title, close]),
      body,
    ]);

    function show(isOpen) {
      drawer.hidden = !isOpen;
      toggle.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) fill(body);
    }
    toggle.addEventListener('click', () => {
      show(drawer.hidden);
      if (!drawer.hidden) close.focus();
    });
    close.addEventListener('click', () => {
      show(false);
      toggle.focus();
    });
    drawer.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close.click();
    });

    const stage = make('div', { lang: 'en', dir: 'ltr', className: 'stage', hidden: true }, [toggle, drawer]);
    const scheme = address.searchParams.get('scheme');
    if (scheme) stage.classList.add(scheme);
    if (document.documentElement.dir === 'rtl') stage.classList.add('at-right');
    style.addEventListener('load', () => {
      stage.hidden = false;
    });
    root.append(style, stage);
    document.body.append(host);
    show(address.searchParams.get('panel') === 'open');
  }

  start();
})();
