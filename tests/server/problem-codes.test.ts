import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };

/**
 * Every code that an operation documents is in the catalogue of codes. The types of the contract contain only codes
 * that are in both, so one that is only in the operation would silently vanish from them.
 */

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null;

/** The codes that a description documents for an operation, wherever its response states them. */
function documentedCodes(part: Json): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(documentedCodes);
  const entries = Object.entries(part as Readonly<Record<string, Json>>);
  return entries.flatMap(([name, value]) => (name === 'code' ? enumOf(value) : documentedCodes(value)));
}

function enumOf(schema: Json): readonly string[] {
  const values = (schema as { readonly enum?: readonly string[] } | null)?.enum;
  return Array.isArray(values) ? values : [];
}

/** The codes that are documented but not in the catalogue. */
function strangers(paths: Json, catalogue: readonly string[]): readonly string[] {
  return [...new Set(documentedCodes(paths))].filter((code) => !catalogue.includes(code));
}

const catalogue = description.components.schemas.ProblemCode.enum;
const documented = { paths: description.paths, responses: description.components.responses } as unknown as Json;

describe('the codes that operations document', () => {
  it('are all in the catalogue', () => {
    expect(new Set(documentedCodes(documented)).size).toBeGreaterThan(30);
    expect(strangers(documented, catalogue)).toEqual([]);
  });

  it('are found if one is not', () => {
    const planted = {
      '/withdrawals': { post: { responses: { 409: { schema: { code: { enum: ['daily_limit'] } } } } } },
    };
    expect(strangers(planted, catalogue)).toEqual(['daily_limit']);
  });
});
