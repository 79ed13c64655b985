/** The style properties that are not attributes of an SVG element. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-decoration-line',
] as const;

/** The diagram as a standalone file: the page's styles are written into it, in the colors that it is shown in. */
export function svgOf(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const originals = [drawn, ...drawn.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  copies.forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const look = getComputedStyle(original);
    element.setAttribute('style', LOOKS.map((name) => `${name}:${look.getPropertyValue(name)}`).join(';'));
  });
  // A file has the natural size and all of its text.
  for (const name of copy.querySelectorAll('.far-name')) name.remove();
  const { width, height, x, y } = drawn.viewBox.baseVal;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({
    x,
    y,
    width,
    height,
    fill: getComputedStyle(document.body).backgroundColor,
  }))
    ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** Twice the resolution of the natural size, for print. */
const SHARPNESS = 2;
/** As many pixels as every browser gives to a canvas; Safari on a phone gives no more. */
const MOST_PIXELS = 16_777_216;

/** How many pixels of a bitmap a length of the natural size becomes: fewer if the picture would be too large. */
export function sharpnessOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(SHARPNESS, Math.sqrt(MOST_PIXELS / (width * height)));
}

/** The diagram as a bitmap. */
export async function pngOf(drawn: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(drawn))}`;
  await image.decode();
  const { width, height } = drawn.viewBox.baseVal;
  const sharpness = sharpnessOf({ width, height });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * sharpness);
  canvas.height = Math.floor(height * sharpness);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)),
      'image/png',
    ),
  );
}
