// A camera that looks at a QR code. The headless browser has none, so a drawing takes its place; what reads it is real.
import { encodeQR } from 'qr';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** The stream that the page was given. */
    camera?: MediaStream;
  }
}

/** Gives the open page a camera that shows a code with `text`. */
export async function cameraLooksAt(page: Page, text: string): Promise<void> {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  await page.evaluate((modules) => {
    const [width, height, pixels] = [640, 480, 6];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const drawing = canvas.getContext('2d');
    const draw = (): void => {
      if (drawing === null) return;
      drawing.fillStyle = 'white';
      drawing.fillRect(0, 0, width, height);
      drawing.fillStyle = 'black';
      modules.forEach((row, y) => {
        row.forEach((isDark, x) => {
          if (isDark) drawing.fillRect(100 + x * pixels, 40 + y * pixels, pixels, pixels);
        });
      });
    };
    navigator.mediaDevices.getUserMedia = () => {
      // A stream has a picture whenever something is drawn.
      setInterval(draw, 100);
      window.camera = canvas.captureStream();
      return Promise.resolve(window.camera);
    };
  }, rows);
}

/** Whether the camera has been turned off. */
export const isCameraOff = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(() => window.camera?.getTracks().every(({ readyState }) => readyState === 'ended'));
