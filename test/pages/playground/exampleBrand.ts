/** The brand of the pictures on the static site, which `npm run pictures` takes. */
export const exampleBrand = { accent: '#7a1fa2', radius: 4 } as const;

/** The pictures' size in CSS pixels, and what each shows. */
export const brandPictures = {
  width: 440,
  height: 670,
  files: [
    { file: 'brandLight.png', scheme: 'light', title: 'Light' },
    { file: 'brandDark.png', scheme: 'dark', title: 'Dark' },
  ],
} as const;
