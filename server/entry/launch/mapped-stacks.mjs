import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Stack traces of a bundle name the lines of its sources. Node does the same by itself, but reads all source maps at
 * the start and keeps them: a tenth of a second and 20 MB, for errors that may never come. Here a map is read when a
 * stack is asked for that leads through its file.
 */
export function mapStacks() {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map((site) => `    at ${inSource(String(site), mapOf)}`)].join('\n');
}

const PLACE = /(file:\/\/[^\s()]+):(\d+):(\d+)/;

/** A line of a stack trace with its place in the source; unchanged if that is unknown. */
function inSource(line, mapOf) {
  return line.replace(PLACE, (place, file, row, column) => {
    const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    if (entry?.originalSource === undefined) return place;
    const source = fileURLToPath(new URL(entry.originalSource, file));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Null if there is none: the file of a package, or a map that was removed to save room. */
function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')));
  } catch {
    return null;
  }
}

/** Name and message, as Node has them; whatever is thrown must not make the trace fail. */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
