/** What the Android shell adds to the page. */
interface AndroidShell {
  goBack: () => void;
}

/** What the iPhone shell adds to the page. */
interface IPhoneShell {
  messageHandlers?: { goBack?: { postMessage: (message: null) => void } };
}

/** The part of `window` that Back needs; a test passes its own. */
export interface ShellWindow {
  PerchAndroid?: AndroidShell;
  webkit?: IPhoneShell;
  history: Pick<History, 'back'>;
}

/**
 * Goes back one step: through the shell if the page runs inside a phone app, otherwise through `back`, which by default
 * is the browser's history (D-22).
 */
export function goBack(host: ShellWindow, back = (): void => host.history.back()): void {
  const iPhone = host.webkit?.messageHandlers?.goBack;
  if (host.PerchAndroid) host.PerchAndroid.goBack();
  else if (iPhone) iPhone.postMessage(null);
  else back();
}
