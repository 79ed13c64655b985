// Turns what does not match the contract into sentences for members: field → sentences (SRC §5, SRC §8).
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Culture } from '#openapi/cultures.ts';
import { texts } from './texts.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_NAME = 64;

/** Where in the request a value stands; also the name under which a fault of the whole is reported. */
type Place = 'body' | 'query' | 'header' | 'path';

/**
 * Turns a check's findings into the `errors` map of a 400, in the caller's language.
 * A fault of the whole (an array in place of an object) is reported under the name of its place.
 */
export function fieldErrors(findings: ErrorObject[], culture: Culture, place: Place): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  for (const finding of telling(findings)) {
    const field = fieldOf(finding) ?? place;
    const sentences = errors.get(field) ?? new Set<string>();
    if (!errors.has(field) && errors.size >= MAX_FIELDS) break;
    sentences.add(sentence(finding, field, culture, place));
    errors.set(field, sentences);
  }
  return Object.fromEntries([...errors].map(([field, sentences]) => [field, [...sentences]]));
}

/** The name of a field in the member's language; an unknown name stands for itself. */
export function fieldName(field: string, culture: Culture): string {
  const items: Record<string, string> = texts(culture).validation.items;
  return Object.hasOwn(items, field) ? (items[field] ?? field) : field;
}

/**
 * What members need to know: of a field that may also be null, what is wrong with its value and not that it might
 * have been left out; of an empty one that it is needed and not that it has no form.
 */
function telling(findings: ErrorObject[]): ErrorObject[] {
  const empty = new Set(
    findings
      .filter(({ keyword, params }) => keyword === 'minLength' && params.limit === 1)
      .map((finding) => finding.instancePath),
  );
  const said = findings.filter(({ keyword, params, instancePath }) => {
    if (keyword === 'oneOf' || (keyword === 'type' && params.type === 'null')) return false;
    return keyword === 'minLength' || !empty.has(instancePath);
  });
  return said.length === 0 ? findings : said;
}

/** The errors of a field that is missing or invalid, if only the operation can tell. */
export function fieldError(
  field: string,
  culture: Culture,
  message: 'required' | 'wrongForm' | 'notOffered',
): Record<string, string[]> {
  const text = texts(culture).validation.messages[message];
  return { [field]: [text.replace('{item}', () => fieldName(field, culture))] };
}

function fieldOf(finding: ErrorObject): string | null {
  const named: unknown = finding.params.missingProperty ?? finding.params.additionalProperty;
  const field = typeof named === 'string' ? named : finding.instancePath.split('/')[1];
  return field === undefined || field === '' ? null : field.slice(0, MAX_FIELD_NAME);
}

function sentence(finding: ErrorObject, field: string, culture: Culture, place: Place): string {
  const { messages } = texts(culture).validation;
  const item = fieldName(field, culture);
  const fill = (text: string) =>
    text.replace('{item}', () => item).replace('{limit}', () => String(finding.params.limit));
  switch (finding.keyword) {
    case 'required':
      return fill(messages.required);
    case 'minLength':
      return fill(finding.params.limit === 1 ? messages.required : messages.tooShort);
    case 'maxLength':
      return fill(messages.tooLong);
    case 'additionalProperties':
      return fill(place === 'query' ? messages.unknownParameter : messages.unknownField);
    case 'type':
      return fill(finding.instancePath === '' && place === 'body' ? messages.bodyRequired : messages.wrongType);
    case 'enum':
    case 'const':
      return fill(messages.notOffered);
    default:
      return fill(messages.wrongForm);
  }
}
