import type { components } from '#openapi/api.gen.d.ts';
import { figure, oneOf, record, text, type Fields, type Form } from '../chart/stored-form.ts';
import { MS_PER_SECOND } from '../chart/durations.ts';

/** A draft as a flow keeps it: what the server made of the entries, and when it expires. */
export interface OpenDraft<TDraft> {
  readonly draft: TDraft;
  /** Milliseconds that were left when the flow received it. */
  readonly lifetime: number;
}

/** The draft that the server has just made. */
export function openOf<TDraft extends { readonly expiresIn: number }>(draft: TDraft): OpenDraft<TDraft> {
  return { draft, lifetime: draft.expiresIn * MS_PER_SECOND };
}

/** The draft of the flow. Throws if there is none, which is a bug in the chart. */
export function opened<TDraft>({ open }: { readonly open: OpenDraft<TDraft> | null }): OpenDraft<TDraft> {
  if (open === null) throw new Error('The step was entered without a draft.');
  return open;
}

/** The same draft `age` milliseconds later. */
export function aged<TDraft>(open: OpenDraft<TDraft>, age: number): OpenDraft<TDraft> {
  return { ...open, lifetime: Math.max(0, open.lifetime - age) };
}

type Schemas = components['schemas'];

/** What the drafts of all flows have. */
type DraftHead = Pick<
  Schemas['TransferDraft'],
  'id' | 'state' | 'expiresAt' | 'expiresIn' | 'secondFactor' | 'ruleVersion'
>;

/** Their forms, for the form of a draft. */
export const draftHead: Fields<DraftHead> = {
  id: text,
  state: oneOf<DraftHead['state']>({ open: true, executed: true, expired: true }),
  expiresAt: text,
  expiresIn: figure,
  secondFactor: oneOf<DraftHead['secondFactor']>({ none: true, totp: true, email: true }),
  ruleVersion: figure,
};

/** The form of a draft as a flow holds it. */
export function openForm<TDraft extends object>(fields: Fields<TDraft>): Form<OpenDraft<TDraft>> {
  return record<OpenDraft<TDraft>>({ draft: record(fields), lifetime: figure });
}
