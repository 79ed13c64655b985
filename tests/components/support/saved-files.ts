import { vi } from 'vitest';

export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Catches what the app saves as files; the DOM of these tests can neither store nor download them. */
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

/** The content of a saved file. The blobs of these tests' DOM have no `text()`, those of responses do. */
export function textOf(file: SavedFile | undefined): Promise<string> {
  if (file === undefined) return Promise.resolve('');
  if (typeof file.content.text === 'function') return file.content.text();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file can not be read.'));
    reader.readAsText(file.content);
  });
}
