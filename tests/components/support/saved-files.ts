import { vi } from 'vitest';

export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Catches what the app saves as files; the DOM of these tests can neither keep nor download them. */
export function catchFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  const kept = new Map<string, Blob>();
  Object.assign(URL, {
    createObjectURL: (content: Blob) => {
      const url = `blob:test/${kept.size}`;
      kept.set(url, content);
      return url;
    },
    revokeObjectURL: (url: string) => void kept.delete(url),
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: kept.get(this.href) ?? new Blob() });
  });
  return saved;
}
