// A single-page app: links change the address and the view; the button replaces the whole body element.
const views = { one: 'One', two: 'Two' };

function show(path) {
  const name = path.split('/').pop();
  const heading = document.querySelector('#view h1');
  if (heading) heading.textContent = views[name] ?? 'One';
  document.title = views[name] ?? 'One';
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-route]');
  if (link) {
    event.preventDefault();
    history.pushState(null, '', link.getAttribute('href'));
    show(location.pathname);
  }
  if (event.target.id === 'swap') {
    const body = document.createElement('body');
    body.append(...[...document.body.childNodes].map((node) => node.cloneNode(true)));
    const link = document.createElement('a');
    link.href = '/contact';
    link.dataset.contactLink = 'chat';
    link.textContent = 'A link of the new body';
    body.append(link);
    document.body.replaceWith(body);
  }
});
window.addEventListener('popstate', () => show(location.pathname));
