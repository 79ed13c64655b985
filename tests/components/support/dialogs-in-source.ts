import { readdirSync, readFileSync } from 'node:fs';

/**
 * How many dialogs each file of the app shows. A component that is called a dialog shows whatever it is given, so each
 * of its uses is one; so does the form within the dialog of another proof.
 */
export function dialogsInSource(): ReadonlyMap<string, number> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  return new Map(
    files.flatMap((name) => {
      const text = readFileSync(`src/${name}`, 'utf8');
      const isGeneral = /export function (\w*Dialog|StepUpForm)\b/.test(text);
      const shown = isGeneral ? [] : [...text.matchAll(/<(dialog|\w+Dialog)[\s>]|role="(alert)?dialog"|\bpopover=/g)];
      return shown.length === 0 ? [] : [[`src/${name}`, shown.length] as const];
    }),
  );
}
