#!/usr/bin/env node
/** The first file of the operator's command as built, for the same reasons as `bundle-main.mjs`. */
import { mapStacks } from './mapped-stacks.mjs';
import { refuseOldNode } from './node-version.mjs';
import { refuseOtherSystem } from './same-system.mjs';

refuseOldNode();
refuseOtherSystem(import.meta.url);
mapStacks();
await import('../operator/main.ts');
