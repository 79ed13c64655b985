/** The first check of every command; written so that an old Node can still run it. */

/** Of each line of Node, the oldest that Perch runs on; 21 has none, and any line after the last will do. */
const OLDEST = [
  [20, 19],
  [22, 12],
];

/** @param {string} version as in `process.versions.node` */
export function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  // An old Node has no `at`.
  if (major > OLDEST[OLDEST.length - 1][0]) return false;
  return !OLDEST.some(([line, least]) => line === major && minor >= least);
}

export function refuseOldNode() {
  if (!isTooOld(process.versions.node)) return;
  console.error(
    `Perch needs Node ${OLDEST.map((each) => each.join('.')).join(' or ')} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
