/** All words of the assistant. Translate them into the language of your answers. */

/** What visitors read. */
export const words = {
  greeting: 'Hi! Ask me what you want to know, or ask for a person.',
  nothing: 'I have found nothing about this on our pages. A person can help you.',
  unsure: 'I am not sure, but this may help.',
  handover: 'One moment, a person takes over.',
  sorry: 'I am sorry that this did not help. A person can help you.',
  person: 'Chat with a person',
  sources: 'Sources',
  broken: 'The answer breaks off here. Ask again, or ask a person.',
  unread: 'Please write a question.',
  long: 'This text is too long. Please shorten it.',
  often: 'These are too many messages at once. Please wait a minute.',
  busy: 'Too many visitors ask at this moment. Please try again in a minute.',
};

/** What hands over to a person at once. */
export const asksForPerson =
  /\b(?:talk|speak|chat|connect|write|transfer)\b.*\b(?:person|human|agent|someone|somebody|people)\b|^\W*(?:an? )?(?:real |live )?(?:person|human|agent)\W*(?:please)?\W*$/i;

/** Words of questions that say nothing about their subject. The search skips them. */
export const stopWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from get give go has have hello help hi how i if in into
  is it its know me my need of on or our please should so some tell that the their them then there these they this to us use want was we
  what when where which who why will with would write you your`.split(/\s+/),
);
