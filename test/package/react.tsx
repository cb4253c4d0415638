import { ContactWidget, useContactWidget } from 'contact-widget/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { widget: src = '', nonce } = document.documentElement.dataset;

function Help() {
  const widget = useContactWidget({ src, nonce, focusArea: 'cloud' });
  return (
    <button type="button" disabled={!widget} onClick={() => widget?.open()}>
      Help
    </button>
  );
}

function App() {
  const [route, setRoute] = useState('first');
  const [language, setLanguage] = useState('en');
  const [events, setEvents] = useState<readonly string[]>([]);
  const add = (event: string) => setEvents((before) => [...before, event]);
  return (
    <>
      <a href="/contact" data-contact-link="chat" data-contact-link-keep="">
        Chat with us
      </a>
      <button type="button" onClick={() => setRoute('second')}>
        Other page
      </button>
      <button type="button" onClick={() => setRoute('none')}>
        Leave
      </button>
      <button type="button" onClick={() => setLanguage('de')}>
        Deutsch
      </button>
      {route !== 'none' && <Help key={route} />}
      {route === 'first' && (
        <ContactWidget
          src={src}
          nonce={nonce}
          focusArea="cloud"
          languageCode={language}
          onReady={() => add('ready')}
          onOpen={() => add('open')}
          onClose={() => add('close')}
          onUnread={(count) => add(`unread ${count}`)}
          onError={(error) => add(`error ${error.message}`)}
        />
      )}
      <output>{events.join(', ')}</output>
    </>
  );
}

const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
