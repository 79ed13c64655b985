// Input: fields are filled in and controls are pressed as a person would.
import { onePerRecord, own, rootOf } from './expect.ts';
import type { Stage } from './stage.tsx';

/** Countdowns are checked once a second. */
const TICK_MS = 1_000;

/** What is entered into a form, by the names of its fields. */
export type Fields = Readonly<Record<string, string | boolean>>;

/** What was typed, and on which screen. */
export interface Typed {
  readonly screen: string;
  readonly fields: Fields;
}

/** The leaf values of a payload by their names, which are the names of the form's fields. */
export function leavesOf(payload: object): Fields {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(leavesOf(value as object))
        : [[name, value as string | boolean]],
    ),
  );
}

function screenOf(flow: string): HTMLElement {
  const root = rootOf(flow);
  if (root === null) throw new Error(`${flow} shows nothing.`);
  return root;
}

/** The field with a name; of several choices, the one for `value`. */
function fieldOf(flow: string, name: string, value: string | boolean): HTMLInputElement {
  const fields = own<HTMLInputElement>(screenOf(flow), `[name="${name}"]`);
  const field = fields.find((each) => isChoice(each) && each.value === value) ?? fields.find((each) => !isChoice(each));
  if (field === undefined) throw new Error(`${flow} has no field ${name}.`);
  return field;
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'radio';
}

/** Fills in the fields; one that already has its value is left alone. */
export async function fill(stage: Stage, flow: string, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = fieldOf(flow, name, value);
    if (isEntered(field, value)) continue;
    if (typeof value === 'boolean' || isChoice(field)) {
      await stage.user.click(field);
      continue;
    }
    if (field instanceof HTMLSelectElement) {
      await stage.user.selectOptions(field, value);
      continue;
    }
    // Pasted, as a password manager does: typing costs a render per key, and the fields have their own tests. A cleared
    // field already has the focus.
    await (field.value === '' ? stage.user.click(field) : stage.user.clear(field));
    await stage.user.paste(value);
    if (!isEntered(field, value)) throw new Error(`The field ${name} takes "${value}" for "${field.value}".`);
  }
}

/** Whether a field has a value, however it groups the characters. */
function isEntered(field: HTMLInputElement, value: string | boolean): boolean {
  if (typeof value === 'boolean') return field.checked === value;
  if (isChoice(field)) return field.checked;
  return field.value.replaceAll(/[ ,]/g, '') === value.replaceAll(/[ ,]/g, '');
}

/** The control for an event; in a list, the one of its first record. Throws unless there is exactly one. */
export function controlOf(flow: string, event: string): HTMLElement {
  const [control, ...more] = onePerRecord(own(screenOf(flow), `[data-event="${event}"]`));
  if (control === undefined || more.length > 0)
    throw new Error(`${flow} has ${control === undefined ? 'no control' : 'several controls'} for ${event}.`);
  return control;
}

/** Waits as long as the control for an event counts down. */
async function waitFor(stage: Stage, flow: string, event: string): Promise<void> {
  const waits = Number(controlOf(flow, event).dataset['waits'] ?? 0);
  if (waits <= 0) return;
  await stage.pass(waits + TICK_MS);
  stage.waited += waits + TICK_MS;
}

/** Presses the control for an event, once its countdown is over. */
export async function press(stage: Stage, flow: string, event: string): Promise<void> {
  await waitFor(stage, flow, event);
  await stage.user.click(controlOf(flow, event));
}

/** The fields that have lost what was typed, as sentences. */
export function lostEntries(flow: string, { fields }: Typed): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    isEntered(fieldOf(flow, name, value), value) ? [] : [`the field ${name} has lost what was typed.`],
  );
}

/** Presses the control for an event twice, so quickly that nothing is rendered in between. */
export async function pressTwice(stage: Stage, flow: string, event: string): Promise<void> {
  await waitFor(stage, flow, event);
  const control = controlOf(flow, event);
  // A press takes the focus, and an entry reports its value when it loses the focus.
  await stage.outside(() => control.focus());
  await stage.outside(() => {
    control.click();
    control.click();
  });
}
