/**
 * The first file of a built server. The server itself is imported only after this: its imports need a newer
 * Node than this file, and native code for this very system.
 */
import { mapStacks } from './mapped-stacks.mjs';
import { refuseOldNode } from './node-version.mjs';
import { refuseOtherSystem } from './same-system.mjs';

refuseOldNode();
refuseOtherSystem(import.meta.url);
mapStacks();
await import('../main.ts');
