// The labels of choices on the screen, by the label of the field: a sample has only the value.
import type { Culture } from '#walk/paths/report.ts';
import { textOf } from '#walk/paths/texts.ts';

/** The catalogue keys of a field's choices; those that are not listed are shown by their value. */
const choices: readonly (readonly [field: RegExp, area: string])[] = [
  [/^contact:category/, 'contact:category.'],
  [/^sign-up:position/, 'sign-up:position.'],
  [/^purchase:stages/, 'dashboard:stage.'],
  [/^restake:choices/, 'restake:option.'],
];
/** The field for a network; the demo club and every test use a development chain. */
const networks = /:network$/;
const DEVELOPMENT = 'money:developmentNetwork';
/** The lists of assets; the tiles of a deposit have the asset itself for a label. */
const assets = /^(withdrawal|transfer):asset$|^exchange:(from|to)$/;

/** The screen's label for a field's chosen value; the value itself if the field has no choices. */
export function chosenText(keys: readonly string[], value: string, culture: Culture): string {
  const texts = keys.flatMap((key) => {
    if (assets.test(key))
      return [textOf(`money:asset.${value}`, culture)].flatMap((name) => (name === null ? [] : `${value} · ${name}`));
    if (networks.test(key)) return [developmentNetwork(value, culture)].flatMap((name) => name ?? []);
    return choices.flatMap(([field, area]) => (field.test(key) ? [textOf(area + value, culture)] : []));
  });
  return texts.find((text) => text !== null) ?? value;
}

/** The screen's name of a development chain; null if the catalogue has none. */
function developmentNetwork(value: string, culture: Culture): string | null {
  const network = textOf(`money:network.${value}`, culture);
  return network === null ? null : (textOf(DEVELOPMENT, culture)?.replace('{{network}}', network) ?? network);
}

/** Whether a field is for a password: its value may read like a sentence, so it is put in quotation marks. */
export function isForPassword(keys: readonly string[]): boolean {
  return keys.some((key) => /[:.](new)?password(\.label)?$/i.test(key));
}
