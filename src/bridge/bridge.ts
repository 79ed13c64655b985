/** What the Android shell adds to the page. */
interface AndroidShell {
  goBack: () => void;
}

/** What the iPhone shell adds to the page. */
interface IPhoneShell {
  messageHandlers?: { goBack?: { postMessage: (message: null) => void } };
}

/** The part of `window` that Back needs; a test brings its own. */
export interface ShellWindow {
  PerchAndroid?: AndroidShell;
  webkit?: IPhoneShell;
  history: Pick<History, 'back'>;
}

/**
 * One step back: by the shell of a phone app where the page runs inside one, else by `back`, which is the browser's
 * history unless told otherwise (D-22).
 */
export function goBack(host: ShellWindow, back = (): void => host.history.back()): void {
  const iPhone = host.webkit?.messageHandlers?.goBack;
  if (host.PerchAndroid) host.PerchAndroid.goBack();
  else if (iPhone) iPhone.postMessage(null);
  else back();
}
