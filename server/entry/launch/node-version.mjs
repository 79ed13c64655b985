/** The first check of every command; written so that an old Node can still run it. */

const OLDEST = [20, 19];

/** @param {string} version as in `process.versions.node` */
export function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

export function refuseOldNode() {
  if (!isTooOld(process.versions.node)) return;
  console.error(`Perch needs Node ${OLDEST.join('.')} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
