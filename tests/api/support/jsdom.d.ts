/** The one part of jsdom that tests of pages and mails use; jsdom has no types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { readonly contentType: string });
    readonly window: { readonly document: Document };
  }
}
