import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

const LENGTH_BYTES = 4;

/** Blocks in a file, each preceded by its length. A block that a crash left half written at the end is cut off. */
export class BlockFile {
  private readonly handle: number;
  private readonly ends: number[] = [];

  constructor(path: string) {
    this.handle = openSync(path, 'a+', 0o600);
  }

  /** Reads the blocks of the file; call it once, before anything else. */
  read(): Uint8Array[] {
    const bytes = readFileSync(this.handle);
    const blocks: Uint8Array[] = [];
    let end = 0;
    while (end + LENGTH_BYTES <= bytes.length) {
      const next = end + LENGTH_BYTES + bytes.readUInt32LE(end);
      if (next > bytes.length) break;
      blocks.push(new Uint8Array(bytes.subarray(end + LENGTH_BYTES, next)));
      end = next;
      this.ends.push(end);
    }
    ftruncateSync(this.handle, end);
    return blocks;
  }

  append(block: Uint8Array): void {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(block.length);
    writeSync(this.handle, Buffer.concat([length, block]));
    fsyncSync(this.handle);
    this.ends.push((this.ends.at(-1) ?? 0) + LENGTH_BYTES + block.length);
  }

  /** Keeps this many blocks from the beginning. */
  cut(count: number): void {
    this.ends.splice(count);
    ftruncateSync(this.handle, this.ends.at(-1) ?? 0);
  }

  close(): void {
    closeSync(this.handle);
  }
}
