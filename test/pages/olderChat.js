/* The page's own chat product: comes late, counts how often it was opened, and says so on the page. */
setTimeout(() => {
  window.partnerChat = {
    opened: 0,
    open() {
      window.partnerChat.opened += 1;
      const note = document.createElement('p');
      note.id = 'partner-chat';
      note.textContent = `Partner chat opened ${window.partnerChat.opened} times`;
      document.querySelector('main').append(note);
    },
  };
}, 1500);
