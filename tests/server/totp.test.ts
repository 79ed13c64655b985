import { describe, expect, it } from 'vitest';
import { totpBinding, totpStep, typedCode } from '#server/domain/second-factor/totp.ts';

/** The key of RFC 6238's test vectors, whose codes are truncated to six digits here. */
const RFC_KEY = Buffer.from('12345678901234567890');

describe('time-based codes', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at %i s the code of RFC 6238 is right', (seconds, code, step) => {
    expect(totpStep(RFC_KEY, code, new Date(seconds * 1000))).toBe(step);
  });

  it('are valid in their own step, the one before and the one after', () => {
    const at = (seconds: number) => totpStep(RFC_KEY, '005924', new Date((1_234_567_890 + seconds) * 1000));
    expect([-60, -30, 0, 29, 30, 59].map(at)).toEqual([
      null,
      41_152_263,
      41_152_263,
      41_152_263,
      41_152_263,
      41_152_263,
    ]);
    expect(at(60)).toBeNull();
  });

  it.each(['', '00592', '0059245', 'abcdef', '٠٠٥٩٢٤', '005 24'])('"%s" is not a code', (code) => {
    expect(totpStep(RFC_KEY, code, new Date(1_234_567_890_000))).toBeNull();
  });

  it('may contain spaces and hyphens, and only ASCII digits', () => {
    expect(typedCode(' 005 924 ')).toBe('005924');
    expect(typedCode('005–924')).toBe('005924');
    expect(typedCode('００５９２４')).not.toBe('005924');
  });

  it('are bound with a URL that apps understand', () => {
    const { secret, uri } = totpBinding(RFC_KEY, 'demo');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri).toBe(`otpauth://totp/Perch:demo?issuer=Perch&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
  });
});
