import { describe, expect, it } from 'vitest';
import { mailTokenIn, mailTokenOf, withMailToken } from '#src/session/mail-token.tsx';

/** How the pages that mails open read the token of their link (SRC §5). */

const WRITTEN = [
  ['the encoded slash sequence becomes a plus sign', 'token=ce%2FZm9vYmFy', 'ce+Zm9vYmFy'],
  ['whatever its letter case', 'token=ce%2fZm9vYmFy', 'ce+Zm9vYmFy'],
  ['wherever it stands', 'token=%2Fce%2FZm9v%2f', '+ce+Zm9v+'],
  ['and nothing else is decoded', 'token=ce%2FZm9v%2BYmFy%20%3D', 'ce+Zm9v%2BYmFy%20%3D'],
  ['a plus sign is no blank', 'token=ce+Zm9v', 'ce+Zm9v'],
  ['a slash that was never encoded stays', 'token=ce/Zm9v', 'ce/Zm9v'],
  ['among other parameters', 'step=x&token=ce%2FZm9v&culture=ja-JP', 'ce+Zm9v'],
  ['by its name in any letter case', 'Token=ce%2FZm9v', 'ce+Zm9v'],
  ['with a prefix and nothing to correct', 'token=frz_Zm9v-YmFy_', 'frz_Zm9v-YmFy_'],
] as const;

describe('the token of a mailed link', () => {
  it.each(WRITTEN)('in the fragment: %s', (_, written, token) => {
    expect(mailTokenIn({ hash: `#${written}`, search: '' })).toBe(token);
  });

  it.each(WRITTEN)('in the query, as older links have it: %s', (_, written, token) => {
    expect(mailTokenIn({ hash: '', search: `?${written}` })).toBe(token);
  });

  it('is that of the fragment if both have one', () => {
    expect(mailTokenIn({ hash: '#token=frz_new', search: '?token=frz_old' })).toBe('frz_new');
    expect(mailTokenIn({ hash: '#token=', search: '?token=frz_old' })).toBe('frz_old');
  });

  it.each([[''], ['step=sent'], ['token='], ['nottoken=ce%2FZm9v'], ['step=token']])('is none in "%s"', (written) => {
    expect(mailTokenIn({ hash: `#${written}`, search: `?${written}` })).toBeNull();
  });
});

describe('a history entry', () => {
  it('keeps the token beside its other state, and loses nothing but the token', () => {
    const kept = withMailToken({ steps: ['/Thaw'] }, 'thw_x');
    expect(mailTokenOf(kept)).toBe('thw_x');
    expect(withMailToken(kept, null)).toEqual({ steps: ['/Thaw'] });
    expect(withMailToken(withMailToken(null, 'thw_x'), null)).toBeNull();
  });

  it.each([[null], [undefined], [{}], [{ mailToken: 7 }], ['thw_x']])('with %j has none', (state) => {
    expect(mailTokenOf(state)).toBeNull();
  });
});
