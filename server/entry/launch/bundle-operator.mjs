#!/usr/bin/env node
/** The first file of the operator's command as built, for the same reasons as `bundle-main.mjs`. */
import { refuseOldNode } from './node-version.mjs';
import { refuseOtherSystem } from './same-system.mjs';

refuseOldNode();
refuseOtherSystem(import.meta.url);
process.setSourceMapsEnabled(true);
await import('../operator/main.ts');
