/** The background and text colours of the frame. The contrast of a company's colour is computed against them (frame/shell/brand). */
export const palette = {
  light: {
    surface: '#ffffff',
    subtle: '#f2f4f7',
    hover: '#e9ecf1',
    text: '#161a20',
    muted: '#58616e',
    hairline: '#dfe3e9',
    control: '#858e9c',
    danger: '#b3121f',
    dangerSubtle: '#fdeeee',
    success: '#14713d',
    backdrop: 'rgb(15 20 28 / 45%)',
  },
  dark: {
    surface: '#171b21',
    subtle: '#232932',
    hover: '#2d3540',
    text: '#f1f3f6',
    muted: '#a9b2bf',
    hairline: '#323a46',
    control: '#687281',
    danger: '#ff8f8f',
    dangerSubtle: '#3a2022',
    success: '#6fd69a',
    backdrop: 'rgb(0 0 0 / 60%)',
  },
} as const;
