const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/**
 * A text truncated to a number of letters; a wide letter counts as nearly two. SVG can neither wrap nor truncate text.
 */
export function cut(text: string, room: number): string {
  const letters = Array.from(text);
  let used = 0;
  for (const [place, letter] of letters.entries()) {
    used += WIDE.test(letter) ? 1.8 : 1;
    if (used > room)
      return `${letters
        .slice(0, Math.max(1, place - 1))
        .join('')
        .trimEnd()}…`;
  }
  return text;
}
