import * as v from 'valibot';

/** The address of a page in a deployment file, which a link opens, or an empty string. A relative address would be on the origin of the widget. */
export const linkAddress = v.pipe(
  v.string(),
  v.regex(/^(https?:\/\/[^/?#\s@[\]]+([/?#]\S*)?)?$/, 'is not the address of a page, such as https://www.example.com/'),
);
