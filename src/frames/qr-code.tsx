import { lazyPage } from '#src/ui/lazy-page.tsx';
import type { QrDrawingProps } from '#src/ui/qr-drawing.tsx';
import { LatePart } from './late-part.tsx';

const drawing = lazyPage<QrDrawingProps>(() => import('#src/ui/qr-drawing.tsx').then((module) => module.QrDrawing));

/**
 * A QR code of `text`; `label` describes its content. What draws it is loaded once there is one, since most pages that
 * may show one begin without; its place is kept. If that can't be loaded, what is beside the code is as good.
 */
export function QrCode(props: QrDrawingProps) {
  return (
    <LatePart className="w-full max-w-60 shrink-0" waiting={<span className="block aspect-square" />}>
      <drawing.Page {...props} />
    </LatePart>
  );
}
