/** What browsers that read QR codes themselves offer (Barcode Detection API); TypeScript's library leaves it out. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Between two looks: often enough for a hand, seldom enough for a phone's battery. */
const LOOK_MS = 150;

/**
 * Shows the camera in `video`, and tells `onCode` the text of each QR code that it sees, as often as it sees it. The
 * camera is off as soon as `signal` ends it.
 *
 * @param onReady called when the camera has been allowed
 * @throws DOMException `NotAllowedError` if the member or the device forbids the camera, another one if there is none;
 *   any other error if the reader can't be loaded
 */
export async function watchCodes(
  video: HTMLVideoElement,
  { signal, onReady, onCode }: { signal: AbortSignal; onReady: () => void; onCode: (text: string) => void },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = (): void => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop, { once: true });
  onReady();
  video.srcObject = stream;
  try {
    const [detector] = await Promise.all([detectorHere(), video.play()]);
    while (!signal.aborted) {
      // Between two frames there may be nothing to look at.
      const [code, another] = await detector.detect(video).catch(() => []);
      // Of two codes, nobody knows which is meant.
      if (code !== undefined && another === undefined && !signal.aborted) onCode(code.rawValue);
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  } finally {
    stop();
  }
}

/** The browser's own reader of QR codes, else the library's, which is loaded for it. */
async function detectorHere(): Promise<Detector> {
  const { BarcodeDetector: Native } = window as { readonly BarcodeDetector?: DetectorClass };
  const isNative = (await Native?.getSupportedFormats())?.includes('qr_code') === true;
  const Found = Native !== undefined && isNative ? Native : (await import('qr/decode.js')).BarcodeDetector;
  return new Found({ formats: ['qr_code'] });
}
