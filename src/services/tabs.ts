/** The tokens of a session as the browser keeps them. */
export interface Tokens {
  readonly accessToken: string;
  /** End of the access token by this device's clock, RFC 3339. */
  readonly expiresAt: string;
  readonly refreshToken: string | null;
  /** Idempotency key of the one call that will spend the refresh token. */
  readonly refreshKey: string | null;
}

/** What tabs of one browser tell each other; it never leaves the origin. */
export type TabMessage =
  | { readonly type: 'signedOut' }
  /** A tab that holds `refreshToken` (or nothing) asks whether another knows better. */
  | { readonly type: 'ask'; readonly refreshToken: string | null }
  /** The present tokens, for the tabs that hold `to`. */
  | { readonly type: 'tokens'; readonly to: string | null; readonly tokens: Tokens; readonly keepSignedIn: boolean };

/** The line between the tabs. */
export interface Tabs {
  send(message: TabMessage): void;
  /** Returns how to stop listening. */
  listen(listener: (message: TabMessage) => void): () => void;
  /** Asks, and resolves after the first answer for this tab or when it is clear that none will come. */
  ask(refreshToken: string | null): Promise<void>;
}

/** What of a `BroadcastChannel` is used. */
export interface ChannelLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Long enough for a tab of the same browser to answer, short enough not to be felt. */
const answerTime = 150;

/**
 * The line over a broadcast channel; without one (an old browser, a prerender) a tab is alone. So is one whose channel
 * refuses what it should carry: no act of a member fails because tabs can't talk.
 */
export function createTabs(channel: ChannelLike | null): Tabs {
  const listen = (listener: (message: TabMessage) => void): (() => void) => {
    const heard = ({ data }: { data: unknown }): void => listener(data as TabMessage);
    channel?.addEventListener('message', heard);
    return () => channel?.removeEventListener('message', heard);
  };
  const send = (message: TabMessage): void => {
    try {
      channel?.postMessage(message);
    } catch {
      // Nobody hears it.
    }
  };
  return {
    send,
    listen,
    async ask(refreshToken) {
      if (channel === null) return;
      // The store's own listener was added earlier, so the tokens are in place when this one runs.
      let stop = (): void => {};
      await new Promise<void>((resolve) => {
        setTimeout(resolve, answerTime);
        stop = listen((message) => {
          if (message.type === 'tokens' && message.to === refreshToken) resolve();
        });
        send({ type: 'ask', refreshToken });
      });
      stop();
    },
  };
}
