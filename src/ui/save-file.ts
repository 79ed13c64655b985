/** A file that the app made or downloaded. */
export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Whether a file was passed on, was left by the member after all, or needs another press. */
export type Passed = 'saved' | 'left' | 'pressAgain';

/** Long enough for the slowest browser to have begun reading. */
const KEPT_MS = 60_000;

/**
 * Passes a file to the browser, which saves it or asks where, like any download. An app on the home screen of an iPhone
 * or iPad has no downloads: there it is passed to the system's own sheet, which opens only right after a press.
 *
 * @param mayAsk whether the caller can ask for another press, if the last one was too long ago
 */
export async function saveFile(page: Document, file: NamedFile, mayAsk = false): Promise<Passed> {
  const { name, content } = file;
  const shared = { files: [new File([content], name, { type: content.type })] };
  if (!isOnHomeScreen(navigator) || !navigator.canShare(shared)) return download(page, file);
  return navigator.share(shared).then(
    () => 'saved',
    ({ name: reason }: Error) => {
      if (mayAsk && reason === 'NotAllowedError') return 'pressAgain';
      // Closed, or still open from an earlier press; otherwise a download may work, which nobody can say.
      if (reason !== 'AbortError' && reason !== 'InvalidStateError') download(page, file);
      return 'left';
    },
  );
}

function download(page: Document, { name, content }: NamedFile): Passed {
  const link = page.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.hidden = true;
  page.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
  return 'saved';
}

/** Whether this is an app on the home screen of an iPhone or iPad: only they have the property, and all can share. */
const isOnHomeScreen = (device: Navigator & { readonly standalone?: boolean }): boolean => device.standalone === true;
