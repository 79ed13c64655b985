/** The colours and the type of the members' app, out of its own sheets: the atlas has none of its own. */

const THEME = /@plugin "daisyui\/theme" \{([^}]*)\}/g;
const DECLARATION = /(--[\w-]+):\s*([^;]+);/g;

/** Declarations of a theme, by its name. */
function themesIn(sheet: string): ReadonlyMap<string, string> {
  return new Map(
    [...sheet.matchAll(THEME)].map(([, body = '']) => [
      /name: "([\w-]+)"/.exec(body)?.[1] ?? '',
      [...body.matchAll(DECLARATION)].map(([, name, value]) => `${name}: ${value};`).join(' '),
    ]),
  );
}

/** A sheet of variables: the light theme, the dark one where the reader or the machine wants it, and the fonts. */
export function tokensIn(themes: string, base: string): string {
  const known = themesIn(themes);
  const [light, dark] = ['perch-light', 'perch-dark'].map((name) => known.get(name) ?? '');
  const fonts = ['--perch-sans', '--perch-display'].map(
    (name) => new RegExp(`:root \\{[^}]*?(${name}:[^;]+;)`).exec(base)?.[1] ?? '',
  );
  if (!light || !dark || fonts.includes(''))
    throw new Error('src/styles no longer says the themes and fonts as the atlas reads them.');
  return [
    `:root { ${light} ${fonts.join(' ')} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${dark} } }`,
    `:root[data-theme='dark'] { ${dark} }`,
  ].join('\n');
}
