/** Id of the data block in the HTML with the texts of the page. */
export const CATALOGUE_ID = 'catalogue';

/** Id of the data block in the HTML with what the page loads. */
export const PLAN_ID = 'plan';

/** Id of the template with the frame of members, which stands in the page before its script does. */
export const FRAME_ID = 'frame';

/** The attribute that the root element has once the scripts run. */
export const BEGUN = 'data-begun';

/** What a page loads, once it is painted. The build writes it (static-shell.plugin.ts), boot.ts carries it out. */
export interface Plan {
  /** The scripts of the page, in the order in which they run. */
  readonly scripts: readonly string[];
  /** The scripts of every page of members. */
  readonly member: readonly string[];
  /** Their style, beyond what the HTML has of it for the frame; null if the page has no frame. */
  readonly memberStyle: string | null;
  /** What a page of members needs besides, by its path. */
  readonly pages: Readonly<Record<string, PagePlan>>;
}

export interface PagePlan {
  readonly scripts: readonly string[];
  /** The calls that it begins with: a path of the API with its query; `{zone}` stands for the device's time zone. */
  readonly reads: readonly string[];
  readonly head: PageHead;
}

/** What a page is headed by while it loads; null if it has none, or one that its data decide. */
export interface PageHead {
  readonly title: string | null;
  readonly note: string | null;
  /** How much room is left to the tools beside the note, in icons of a phone. */
  readonly tools: number;
  /** What column it stands in, as frame.css has them; null for the whole width of a page. */
  readonly column: 'form' | 'beside' | null;
}

/** A call that was made beside the code that needs its answer. */
export interface EarlyCall {
  /** The header that it was sent with. */
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    /** The early calls, by their URL. */
    perchEarly?: Map<string, EarlyCall>;
    /** Asks again for the styles that the page lacks; rejects if that fails too. */
    perchStyles?: () => Promise<unknown>;
    /** The name of the control that was pressed last on the prerendered frame; absent if none was. */
    perchPressed?: string;
  }
}
