/** Built-in English of the tools below the composer, section `chat`. */
export const toolTexts = {
  sound: 'Play a sound when we answer',
  attach: 'Attach a file',
  pressAgain: 'This button is covered, or it has just moved. Please press it again.',
  dropHere: 'Drop the file to send it',
  dropAgain: 'The chat is covered, or it has just moved. Please drop the file again.',
  uploading: 'Sending {name}…',
  stopUpload: 'Do not send',
  retryUpload: 'Try again',
  dismissUpload: 'Dismiss',
  fileTooLarge: '{name} is too large. Files can be up to {size}.',
  fileEmpty: '{name} is empty.',
  fileType: '{name} cannot be sent here. You can send: {types}.',
  fileRefused: '{name} was not accepted.',
  fileTooLate: '{name} was not sent, because its chat has ended.',
  fileFailed: '{name} could not be sent. Check your connection and try again.',
  pictures: 'pictures',
} as const;
