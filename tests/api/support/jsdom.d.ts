/** The one thing that tests of pages and mails use of jsdom, which comes without types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { readonly contentType: string });
    readonly window: { readonly document: Document };
  }
}
