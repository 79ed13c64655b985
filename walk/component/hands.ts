// The member's hands: fields are filled in and controls are pressed as a person does it.
import { own, rootOf } from './expect.ts';
import type { Stage } from './stage.tsx';

/** Waits are looked at once a second. */
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

/** The field of a name; of several choices, the one that stands for `value`. */
function fieldOf(flow: string, name: string, value: string | boolean): HTMLInputElement {
  const fields = own<HTMLInputElement>(screenOf(flow), `[name="${name}"]`);
  const field = fields.find((each) => isChoice(each) && each.value === value) ?? fields.find((each) => !isChoice(each));
  if (field === undefined) throw new Error(`${flow} has no field ${name}.`);
  return field;
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'radio';
}

/** Fills in the fields; what stands there already is left as it is. */
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
    // Pasted, as a password manager does it: typing costs a render for each key, and the fields have tests of their
    // own. A field that is cleared has the focus already.
    await (field.value === '' ? stage.user.click(field) : stage.user.clear(field));
    await stage.user.paste(value);
    if (!isEntered(field, value)) throw new Error(`The field ${name} takes "${value}" for "${field.value}".`);
  }
}

/** Whether a field holds a value, however it groups the characters. */
function isEntered(field: HTMLInputElement, value: string | boolean): boolean {
  if (typeof value === 'boolean') return field.checked === value;
  if (isChoice(field)) return field.checked;
  return field.value.replaceAll(/[ ,]/g, '') === value.replaceAll(/[ ,]/g, '');
}

/** The control for an event. Throws where there is not exactly one. */
export function controlOf(flow: string, event: string): HTMLElement {
  const [control, ...more] = own(screenOf(flow), `[data-event="${event}"]`);
  if (control === undefined || more.length > 0)
    throw new Error(`${flow} has ${control === undefined ? 'no control' : 'several controls'} for ${event}.`);
  return control;
}

/** Waits as long as the control for an event says that it must be waited. */
async function waitFor(stage: Stage, flow: string, event: string): Promise<void> {
  const waits = Number(controlOf(flow, event).dataset['waits'] ?? 0);
  if (waits <= 0) return;
  await stage.pass(waits + TICK_MS);
  stage.waited += waits + TICK_MS;
}

/** Presses the control for an event, once its wait is over. */
export async function press(stage: Stage, flow: string, event: string): Promise<void> {
  await waitFor(stage, flow, event);
  await stage.user.click(controlOf(flow, event));
}

/** The fields that no longer hold what was typed, in sentences. */
export function lostEntries(flow: string, { fields }: Typed): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    isEntered(fieldOf(flow, name, value), value) ? [] : [`the field ${name} has lost what was typed.`],
  );
}

/** Presses the control for an event twice, so quickly that nothing is drawn in between. */
export async function pressTwice(stage: Stage, flow: string, event: string): Promise<void> {
  await waitFor(stage, flow, event);
  const control = controlOf(flow, event);
  // A press takes the focus, and an entry tells what was typed in it when it loses it.
  await stage.outside(() => control.focus());
  await stage.outside(() => {
    control.click();
    control.click();
  });
}
