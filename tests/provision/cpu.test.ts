import { describe, expect, it } from 'vitest';
import { isOfABrowser } from './cpu.mjs';

const line = (...parts: string[]): string => parts.map((part) => `${part}\0`).join('');

describe("a browser's process that nobody waits for", () => {
  it.each([
    ['Chromium', line('/opt/chromium/chrome', '--type=renderer', '--lang=en')],
    ['Chromium, which names itself again', line('/usr/lib/chromium/chromium --type=renderer --lang=en')],
    ['Firefox', line('/usr/lib/firefox-esr/firefox-esr', '-contentproc', '-isForBrowser', '{1}', 'tab')],
    ['WebKit, for a page', line('/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/WebKitWebProcess', '12', '34')],
    ['WebKit, for the network', line('/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/WebKitNetworkProcess', '5', '6')],
  ])('is told for %s', (_, commandLine) => {
    expect(isOfABrowser(commandLine)).toBe(true);
  });

  it.each([
    ["Chromium's first process", line('/opt/chromium/chrome', '--headless')],
    ["Firefox's first process", line('/usr/bin/firefox-esr', '--profile', '/tmp/profile')],
    ["WebKit's driver", line('WebKitWebDriver', '-p', '41234')],
    ['the display', line('Xvfb', '-displayfd', '3')],
    ['Node.js', line('/usr/bin/node', 'tests/run.mjs')],
    ['a process of the system', ''],
  ])('is not %s', (_, commandLine) => {
    expect(isOfABrowser(commandLine)).toBe(false);
  });
});
