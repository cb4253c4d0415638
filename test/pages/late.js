// Adds the loader on a button press, or `?after=` ms after the page has loaded.
function inject() {
  const script = document.createElement('script');
  script.async = true;
  script.src = document.documentElement.dataset.loader;
  script.dataset.focusArea = 'cloud';
  document.head.append(script);
}

const after = new URLSearchParams(location.search).get('after');
if (after !== null) window.addEventListener('load', () => setTimeout(inject, Number(after)));
document.querySelector('#inject').addEventListener('click', inject);
