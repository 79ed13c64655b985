/**
 * How the chart of an organization responds with a 4× slower processor and a hundred thousand loaded seats, all of them
 * expanded (budgets: a key 50 ms, a press 100 ms, each to the next paint), and, as the reference in the same run, with
 * 127.
 */
import type { CDPSession, Page } from 'playwright-core';
import { openScripted, type Script } from '#tests/browser/support/scripted.ts';
import { complete } from '#tests/client/chart-seats.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { inputToPaint, median, SLOW } from './input-to-paint.ts';
import { report } from './report.ts';

const MANY = 100_000;
const FEW_LEVELS = 6;
const ROUNDS = 5;
const STEPS = 40;
const KEY_MS = 50;
const PRESS_MS = 100;
/** What has a budget; the others are frames of a gesture. */
const PRESSES = new Set(['key', 'home', 'close', 'open', 'choose', 'fit', 'zoomIn', 'me']);

/** The median and the longest frame, in milliseconds, while a wheel or a drag moves the chart by one step per frame. */
function frames(page: Page, kind: 'drag' | 'zoom'): Promise<{ median: number; longest: number }> {
  return page.evaluate(
    async ([gesture, steps]) => {
      const tree = document.querySelector('[role="tree"]');
      if (tree === null) throw new Error('There is no chart.');
      const { left, top, width, height } = tree.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 2 };
      const times: number[] = [];
      if (gesture === 'drag') tree.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerId: 1, button: 0 }));
      let last = performance.now();
      for (let step = 1; step <= steps; step += 1) {
        if (gesture === 'zoom')
          tree.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: step > steps / 2 ? -20 : 20, ctrlKey: true }));
        else
          tree.dispatchEvent(
            new PointerEvent('pointermove', {
              ...at,
              clientX: at.clientX - step * 9,
              clientY: at.clientY - step * 4,
              pointerId: 1,
            }),
          );
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      if (gesture === 'drag') tree.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerId: 1 }));
      const sorted = times.toSorted((a, b) => a - b);
      return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
    },
    [kind, STEPS] as const,
  );
}

async function measure(page: Page, session: CDPSession): Promise<Record<string, number>> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Expand all');
  await page.waitForTimeout(1_000);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const rounds = async (once: () => Promise<number>) => {
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) values.push(await once());
    return median(values);
  };
  // Capturing a pointer needs a real one; the gesture consists of events alone.
  await page.evaluate(() =>
    Object.assign(SVGElement.prototype, { setPointerCapture: () => undefined, hasPointerCapture: () => true }),
  );
  await page.locator('[role="treeitem"][tabindex="0"]').focus();
  const key = await rounds(() => inputToPaint(page, () => page.keyboard.press('ArrowDown')));
  const home = await inputToPaint(page, () => page.keyboard.press('Home'));
  const close = await inputToPaint(page, () => page.keyboard.press('ArrowLeft'));
  const open = await inputToPaint(page, () => page.keyboard.press('ArrowRight'));
  const choose = await rounds(() => inputToPaint(page, () => page.keyboard.press('Enter')));
  const fit = await rounds(() => inputToPaint(page, () => press('Fit to screen')));
  const zoomIn = await rounds(() => inputToPaint(page, () => press('Zoom in')));
  const me = await rounds(() => inputToPaint(page, () => press('Go to my seat')));
  const drag = await frames(page, 'drag');
  const zoom = await frames(page, 'zoom');
  await press('Fit to screen');
  const far = await frames(page, 'zoom');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return {
    key,
    home,
    close,
    open,
    choose,
    fit,
    zoomIn,
    me,
    drag: drag.median,
    dragLongest: drag.longest,
    zoom: zoom.median,
    zoomLongest: zoom.longest,
    far: far.median,
    farLongest: far.longest,
  };
}

await ensureBuilt();
const browser = await launchChromium();
const measured: Record<string, number>[] = [];
for (const seats of [complete(FEW_LEVELS), complete(16).slice(0, MANY)]) {
  // The places below the last seats are free: nothing is left to load while the chart is measured.
  const nodes = seats.map((seat) => ({
    ...seat,
    hasLeft: seat.seatNo * 2 <= seats.length,
    hasRight: seat.seatNo * 2 + 1 <= seats.length,
  }));
  const script: Script = { 'GET /organization/tree': () => ({ volumesAt: null, nodes }) };
  const { context, page, goes } = await openScripted(browser, script, { width: 360 });
  const session = await context.newCDPSession(page);
  await goes('/OrganizationChart');
  await page.getByText(`${seats.length} seats loaded`).waitFor({ timeout: 120_000 });
  const figures = await measure(page, session);
  measured.push(figures);
  console.log(
    `${seats.length} seats: ${Object.entries(figures)
      .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
      .join(', ')}`,
  );
  await context.close();
}
const [few, many] = measured;
if (few !== undefined && many !== undefined) {
  for (const [name, value] of Object.entries(many))
    report({
      work: `${name} in a chart`,
      size: { count: MANY, of: 'seats' },
      value,
      unit: 'ms',
      reference: { name: `${2 ** (FEW_LEVELS + 1) - 1} seats`, value: few[name] ?? Number.NaN },
      ...(PRESSES.has(name) ? { budget: name === 'key' ? KEY_MS : PRESS_MS } : {}),
    });
  console.log(
    `${MANY} seats against ${2 ** (FEW_LEVELS + 1) - 1}: ${Object.entries(many)
      .map(([name, ms]) => `${name} × ${(ms / Math.max(1, few[name] ?? 1)).toFixed(1)}`)
      .join(', ')}`,
  );
}
await browser.close();
