// The subscription of this browser, as long as it has one: what signing out needs of Web Push.

/** Whether this browser can be told of anything. Safari on a phone can once the app is on its home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The browser's subscription; null if it has none. */
export async function subscription(): Promise<PushSubscription | null> {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Gives the browser's subscription up, if it has one. What fails is left to the server, which forgets it as well. */
export async function unsubscribe(): Promise<void> {
  try {
    await (await subscription())?.unsubscribe();
  } catch {
    // The server sends nothing there any more.
  }
}
