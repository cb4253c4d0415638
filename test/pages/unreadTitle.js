/* Marks the page's title while messages are unread. */
const { title } = document;
document.addEventListener('cm-unread', ({ detail }) => {
  document.title = detail.count > 0 ? `(${detail.count}) ${title}` : title;
});
