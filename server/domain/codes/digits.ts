import type { Random } from '#server/platform/system/random.ts';

const DIGITS = 6;
const NUMBERS = 10 ** DIGITS;
const BYTES = 4;
/** Numbers beyond the last whole million would make low codes likelier, so they are drawn again. */
const FAIR_BELOW = Math.floor(2 ** 32 / NUMBERS) * NUMBERS;

/** Six random digits, each of the million equally likely (S-01). */
export function newDigits(random: Random): string {
  let drawn: number;
  do drawn = random.bytes(BYTES).readUInt32BE();
  while (drawn >= FAIR_BELOW);
  return String(drawn % NUMBERS).padStart(DIGITS, '0');
}
