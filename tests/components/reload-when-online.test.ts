import { expect, it, vi } from 'vitest';

it('a press on the offline screen reloads, which keeps what is behind the # of a mailed link', async () => {
  document.body.innerHTML = '<a href="">Try again</a>';
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('setInterval', vi.fn());
  await import('#src/shell/reload-when-online.ts');
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('a')?.dispatchEvent(press);
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
  expect([press.defaultPrevented, reload.mock.calls.length]).toEqual([true, 1]);
});
