/**
 * What a program that the server starts learns of its environment. The settings are none of its business: each of them
 * could be read there, in `/proc` and in what a crash writes, for as long as the program runs.
 */
const PASSED_ON = new Set([
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE'],
  ...['NODE_OPTIONS', 'NODE_ICU_DATA', 'LD_LIBRARY_PATH'],
  // Programs of ours give memory back as the server does.
  'MALLOC_ARENA_MAX',
  // Without them no program of Windows starts.
  ...['SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'USERPROFILE'],
]);

/** The environment of a program that this process starts: where to find things, and no settings. */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.has(name.toUpperCase())));
}
