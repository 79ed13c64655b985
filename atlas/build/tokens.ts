/** The colors and the font of the members' app, read from its style sheets: the atlas has none of its own. */

// Either kind of quotes: the formatter decides which.
const THEME = /@plugin\s+["']daisyui\/theme["']\s*\{([^}]*)\}/g;
const DECLARATION = /(--[\w-]+):\s*([^;]+);/g;

/** Declarations of a theme, by its name. */
function themesIn(sheet: string): ReadonlyMap<string, string> {
  return new Map(
    [...sheet.matchAll(THEME)].map(([, body = '']) => [
      /\bname:\s*["']([\w-]+)["']/.exec(body)?.[1] ?? '',
      [...body.matchAll(DECLARATION)].map(([, name, value]) => `${name}: ${value};`).join(' '),
    ]),
  );
}

/** A sheet of CSS variables: the light theme, the dark one if the reader or the system prefers it, and the font. */
export function tokensIn(themes: string, base: string): string {
  const known = themesIn(themes);
  const [light, dark] = ['perch-light', 'perch-dark'].map((name) => known.get(name) ?? '');
  const font = /:root\s*\{[^}]*?(--perch-sans:[^;]+;)/.exec(base)?.[1];
  if (!light || !dark || font === undefined)
    throw new Error('src/styles no longer says the themes and the font as the atlas reads them.');
  return [
    `:root { ${light} ${font} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${dark} } }`,
    `:root[data-theme='dark'] { ${dark} }`,
  ].join('\n');
}
