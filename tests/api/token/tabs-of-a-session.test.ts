// Tabs of one browser on the real server (S-10), in a browser that has locks and in one that has none.
import { tabsOfASession } from '../support/tabs-of-a-session.ts';

tabsOfASession({ every: [true], withoutLocks: [false] });
