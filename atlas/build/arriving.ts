import type { Part } from './atlas.ts';

/** Files that become available one by one; a request for one that is not available yet waits for it. */
export class Arriving {
  readonly #there = new Map<string, Part>();
  readonly #waiting = new Map<string, ((part: Part) => void)[]>();

  offer(parts: ReadonlyMap<string, Part>): void {
    for (const [file, part] of parts) {
      this.#there.set(file, part);
      for (const tell of this.#waiting.get(file) ?? []) tell(part);
      this.#waiting.delete(file);
    }
  }

  /** The files that requests wait for, latest first. */
  waitedFor(): readonly string[] {
    return [...this.#waiting.keys()].toReversed();
  }

  /** The file, once it is available. */
  of(file: string): Promise<Part> {
    const there = this.#there.get(file);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve) => this.#waiting.set(file, [...(this.#waiting.get(file) ?? []), resolve]));
  }
}
