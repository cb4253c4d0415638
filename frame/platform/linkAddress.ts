import * as v from 'valibot';

/** Of a deployment file: the page that a link opens, or empty. A relative address would be on the origin of the widget. */
export const linkAddress = v.pipe(
  v.string(),
  v.regex(/^(https?:\/\/[^/?#\s@[\]]+([/?#]\S*)?)?$/, 'is not the address of a page, such as https://www.example.com/'),
);
