import type { LoadArea } from './create-i18n.ts';

const files: Readonly<Record<string, () => Promise<object>>> = import.meta.glob(
  ['./*/*.json', '!./*/{mail,push,statement-file,validation}.json'],
  { import: 'default', base: '../../locales' },
);

/** Loads the texts of an area; those of the server alone (mail, push and others, see above) never reach the browser. */
export const loadPageArea: LoadArea = (culture, area) => {
  const file = files[`./${culture}/${area}.json`];
  return file ? file() : Promise.reject(new Error(`No texts for ${area} in ${culture}`));
};
