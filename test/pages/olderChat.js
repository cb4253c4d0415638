/* The page's own chat product. It loads late, and shows on the page how often it was opened. */
let opened = 0;
const note = document.createElement('p');
note.id = 'partner-chat';
note.setAttribute('role', 'status');
setTimeout(() => {
  window.openPartnerChat = function openPartnerChat() {
    opened += 1;
    note.textContent = `Partner chat opened ${opened} times`;
    document.querySelector('main').append(note);
  };
}, 1500);
