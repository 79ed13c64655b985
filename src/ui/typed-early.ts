/** What was typed into the prerendered page before the script loaded, by field name. */
let early: Record<string, string> = {};

/** Reads the fields of the prerendered markup; must be called before React hydrates it. */
export function captureEarlyValues(markup: ParentNode): void {
  early = valuesIn(markup);
}

/**
 * Returns, once, what was typed before the form could listen, so that a password stays in memory no longer than needed.
 * Call it after mount, since the first render must match the prerendered markup; what is typed during hydration is in
 * the fields by then.
 */
export function takeEarlyValues(markup: ParentNode): Record<string, string> {
  const taken = { ...early, ...valuesIn(markup) };
  early = {};
  return taken;
}

function valuesIn(markup: ParentNode): Record<string, string> {
  const values: Record<string, string> = {};
  for (const control of markup.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]')) {
    const value =
      control instanceof HTMLInputElement && control.type === 'checkbox'
        ? control.checked
          ? 'on'
          : ''
        : control.value;
    if (value !== '') values[control.name] = value;
  }
  return values;
}
