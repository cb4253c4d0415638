import { ContactWidget, useContactWidget } from 'contact-widget/vue';
import { createApp, defineComponent, h, ref } from 'vue';

const { widget: src = '', nonce } = document.documentElement.dataset;

const Help = defineComponent(() => {
  const widget = useContactWidget({ src, nonce, focusArea: 'cloud' });
  return () => h('button', { disabled: !widget.value, onClick: () => widget.value?.open() }, 'Help');
});

const App = defineComponent(() => {
  const route = ref('first');
  const language = ref('en');
  const events = ref<string[]>([]);
  const add = (event: string) => void events.value.push(event);
  return () => [
    h('a', { href: '/contact', 'data-contact-link': 'chat', 'data-contact-link-keep': '' }, 'Chat with us'),
    h('button', { onClick: () => (route.value = 'second') }, 'Other page'),
    h('button', { onClick: () => (route.value = 'none') }, 'Leave'),
    h('button', { onClick: () => (language.value = 'de') }, 'Deutsch'),
    route.value === 'none' ? null : h(Help, { key: route.value }),
    route.value === 'first'
      ? h(ContactWidget, {
          src,
          nonce,
          focusArea: 'cloud',
          languageCode: language.value,
          onReady: () => add('ready'),
          onOpen: () => add('open'),
          onClose: () => add('close'),
          onUnread: (count: number) => add(`unread ${count}`),
          onError: (error: Error) => add(`error ${error.message}`),
        })
      : null,
    h('output', events.value.join(', ')),
  ];
});

createApp(App).mount('#app');
