import { CULTURES, type Culture } from '#openapi/cultures.ts';

export { CULTURES, type Culture };

export const DEFAULT_CULTURE: Culture = 'en-US';

export function isCulture(value: unknown): value is Culture {
  return CULTURES.some((culture) => culture === value);
}
