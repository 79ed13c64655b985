const MS_PER_SECOND = 1000;

/** A draft as a flow holds it: what the server made of the entries, and when it runs out. */
export interface OpenDraft<TDraft> {
  readonly draft: TDraft;
  /** Milliseconds that were left when the flow came to it. */
  readonly lifetime: number;
}

/** The draft that the server has just made. */
export function openOf<TDraft extends { readonly expiresIn: number }>(draft: TDraft): OpenDraft<TDraft> {
  return { draft, lifetime: draft.expiresIn * MS_PER_SECOND };
}

/** The draft of the flow. Throws where there is none, which is a mistake in the chart. */
export function opened<TDraft>({ open }: { readonly open: OpenDraft<TDraft> | null }): OpenDraft<TDraft> {
  if (open === null) throw new Error('The step was entered without a draft.');
  return open;
}

/** The same draft `age` milliseconds later. */
export function aged<TDraft>(open: OpenDraft<TDraft>, age: number): OpenDraft<TDraft> {
  return { ...open, lifetime: Math.max(0, open.lifetime - age) };
}
