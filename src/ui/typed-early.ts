/** What was typed into the prerendered page before the script came, by field name. */
let early: Record<string, string> = {};

/** Reads the fields of the prerendered markup; to be called before React takes it over. */
export function captureEarlyValues(markup: ParentNode): void {
  early = valuesIn(markup);
}

/**
 * Hands over what was typed before the form could listen, once: a password stays in memory no longer than needed. To be
 * called after mount, since the first render must repeat the prerendered markup; what was typed while React took over
 * stands in the fields by then.
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
