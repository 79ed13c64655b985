// What stands on the screen where a person chooses, by the label of the field: a sample knows the value alone.
import type { Culture } from '#walk/paths/report.ts';
import { textOf } from '#walk/paths/texts.ts';

/** The catalogue's keys of the choices of a field; those that are not here are shown as they are called. */
const choices: readonly (readonly [field: RegExp, area: string])[] = [
  [/^contact:category/, 'contact:category.'],
  [/^sign-up:position/, 'sign-up:position.'],
  [/^purchase:stages/, 'dashboard:stage.'],
  [/^restake:choices/, 'restake:option.'],
];
/**
 * The field of a network, and how the screen calls a development chain, on which the demo club and every test stand.
 */
const networks = /:network$/;
const DEVELOPMENT = 'money:developmentNetwork';
const assets = /^(deposit|withdrawal|transfer):asset$|^exchange:(from|to)$/;

/** How the screen calls what is chosen in a field; the value itself where nothing is chosen there. */
export function chosenText(keys: readonly string[], value: string, culture: Culture): string {
  const texts = keys.flatMap((key) => {
    if (assets.test(key))
      return [textOf(`money:asset.${value}`, culture)].flatMap((name) => (name === null ? [] : `${value} · ${name}`));
    if (networks.test(key)) return [developmentNetwork(value, culture)].flatMap((name) => name ?? []);
    return choices.flatMap(([field, area]) => (field.test(key) ? [textOf(area + value, culture)] : []));
  });
  return texts.find((text) => text !== null) ?? value;
}

/** A chain of the development club as the screen calls it; null if the catalogue has no name for it. */
function developmentNetwork(value: string, culture: Culture): string | null {
  const network = textOf(`money:network.${value}`, culture);
  return network === null ? null : (textOf(DEVELOPMENT, culture)?.replace('{{network}}', network) ?? network);
}

/** Whether a field is for a password: what is typed there may read like a sentence, so it stands in quotation marks. */
export function isForPassword(keys: readonly string[]): boolean {
  return keys.some((key) => /[:.](new)?password(\.label)?$/i.test(key));
}
