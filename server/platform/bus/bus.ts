// One way for all processes of a club to tell each other that something has changed, so that each need not ask the
// database all the time. A notification is a hint: it says which row to look at and never what it contains, it may come
// twice, and after a lost connection it may not come at all, which listeners learn by `missed`.

export interface Bus {
  /**
   * Tells all processes, this one included. Never fails and never waits; what could not be sent becomes `missed`.
   * Within a transaction use `notifyAfter`.
   *
   * @param topic a word such as `rates`
   * @param id the id of a row or a word, up to 64 characters of `A-Za-z0-9_-`
   */
  notify(topic: string, id: string): void;
  /** Listens from now on. A process that only tells, such as a command, need not. */
  start(): void;
  /** @returns a function that ends the subscription */
  subscribe(topic: string, listener: BusListener): () => void;
  /** Sends what waits, and ends. */
  close(): Promise<void>;
}

export interface BusListener {
  notified(id: string): void;
  /** Notifications may have been lost: look at everything once. */
  missed(): void;
}

const TOPIC = /^[a-z-]{1,32}$/;
const ID = /^[\w-]{1,64}$/;

/**
 * A topic and an id as one text. @throws RangeError for anything else, so that no payload grows or contains a secret
 */
export function payloadOf(topic: string, id: string): string {
  if (!TOPIC.test(topic) || !ID.test(id)) throw new RangeError('a notification has a topic and an id, and no content');
  return `${topic} ${id}`;
}

/** Who listens to what in this process. */
export class Subscribers {
  private readonly byTopic = new Map<string, Set<BusListener>>();

  add(topic: string, listener: BusListener): () => void {
    const listeners = this.byTopic.get(topic) ?? new Set();
    this.byTopic.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Passes a payload on; one of a topic that nobody here knows comes from a newer version and is ignored. */
  deliver(payload: string): void {
    const [topic = '', id = ''] = payload.split(' ');
    for (const listener of this.byTopic.get(topic) ?? []) listener.notified(id);
  }

  missed(): void {
    for (const listeners of this.byTopic.values()) for (const listener of listeners) listener.missed();
  }
}

/** The bus of a club with one process. */
export function createLocalBus(): Bus {
  const subscribers = new Subscribers();
  return {
    notify: (topic, id) => {
      const payload = payloadOf(topic, id);
      setImmediate(() => subscribers.deliver(payload));
    },
    start: () => undefined,
    subscribe: (topic, listener) => subscribers.add(topic, listener),
    close: () => Promise.resolve(),
  };
}
