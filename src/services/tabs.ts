/** The tokens of a session as the browser stores them. */
export interface Tokens {
  readonly accessToken: string;
  /** When the access token expires by this device's clock, RFC 3339. */
  readonly expiresAt: string;
  readonly refreshToken: string | null;
  /** Idempotency key of the one call that will use the refresh token. */
  readonly refreshKey: string | null;
}

/** The messages between the tabs of one browser; they never leave the origin. */
export type TabMessage =
  /** The session of this name was signed out. */
  | { readonly type: 'signedOut'; readonly sessionName: string | null }
  /** A tab that has `refreshToken` (or none) asks whether another tab has newer tokens. */
  | { readonly type: 'ask'; readonly refreshToken: string | null }
  /** The current tokens, for the tabs that have `to`. */
  | {
      readonly type: 'tokens';
      readonly to: string | null;
      readonly tokens: Tokens;
      readonly sessionName: string | null;
      readonly keepSignedIn: boolean;
    };

/** The channel between the tabs. */
export interface Tabs {
  send(message: TabMessage): void;
  /** Returns a function that unsubscribes. */
  listen(listener: (message: TabMessage) => void): () => void;
  /** Asks, and resolves after the first response for this tab or when none is to be expected any more. */
  ask(refreshToken: string | null): Promise<void>;
}

/** The part of `BroadcastChannel` that is used. */
export interface ChannelLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Long enough for a tab of the same browser to answer, too short to be noticed. */
const answerTime = 150;

/**
 * The channel on top of a broadcast channel. Without one (an old browser, the prerender) a tab is alone, and so is a
 * tab whose channel refuses a message: no act of a member fails because tabs can't communicate.
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
      // No tab receives it.
    }
  };
  return {
    send,
    listen,
    async ask(refreshToken) {
      if (channel === null) return;
      // The store's own listener was added earlier, so the tokens are stored when this one runs.
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
