import { lazyPage, PageSlot } from './lazy-page.tsx';
import type { QrDrawingProps } from './qr-drawing.tsx';

const drawing = lazyPage<QrDrawingProps>(() => import('./qr-drawing.tsx').then((module) => module.QrDrawing));

/**
 * A QR code of `text`; `label` describes its content. What draws it is loaded once there is one, since most pages that
 * may show one begin without; its place is kept.
 */
export function QrCode(props: QrDrawingProps) {
  return (
    <PageSlot waiting={<span className="block aspect-square w-full max-w-60" />}>
      <drawing.Page {...props} />
    </PageSlot>
  );
}
