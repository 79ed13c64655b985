// The same stories where a browser has no locks, or refuses them.
import { tabsOfASession } from '../support/tabs-of-a-session.ts';

tabsOfASession({ every: [false, 'refused'], withoutLocks: ['refused'] });
