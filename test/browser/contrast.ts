type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Reads `rgb()`, `rgba()` and `color(srgb …)`, which is how the browser computes our colours. */
function parse(color: string): Rgba {
  const [, form = '', parts = ''] = /^(rgba?|color)\((?:srgb )?([^)]*)\)$/.exec(color) ?? [];
  const [red, green, blue, alpha = 1] = parts.split(/[\s,/]+/).map(Number);
  if (red === undefined || green === undefined || blue === undefined || Number.isNaN(red + green + blue + alpha)) {
    throw new Error(`not a colour: ${color}`);
  }
  const scale = form === 'color' ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}

/** The colour that shows where layers lie on each other, the topmost first. Below the last one is white. */
function shownColor(layers: readonly string[]): Rgba {
  return layers.map(parse).reduceRight<Rgba>(
    (below, [red, green, blue, alpha]) => {
      const mix = (top: number, bottom: number): number => top * alpha + bottom * (1 - alpha);
      return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
    },
    [255, 255, 255, 1],
  );
}

/** The WCAG contrast of a computed colour and the layers on which it lies, the topmost first. */
export function contrast(color: string, ground: readonly string[]): number {
  const luminance = (layers: readonly string[]): number => {
    const [red = 0, green = 0, blue = 0] = shownColor(layers).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance([color, ...ground]), luminance(ground)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
