/** A file that the app made or downloaded. */
export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Long enough for the slowest browser to have begun reading. */
const KEPT_MS = 60_000;

/** Passes a file to the browser, which saves it or asks where, like any download. */
export function saveFile(page: Document, { name, content }: NamedFile): void {
  const link = page.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.hidden = true;
  page.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
