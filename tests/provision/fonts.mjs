import { outputOf } from '../../fixtures/system/commands.mjs';
import { canInstallPackages, installPackages } from '../../fixtures/system/debian.mjs';

/** Japanese and Chinese letters for screenshots. Without them the tests still pass and the pictures show boxes. */
export async function provideFonts() {
  const fonts = await outputOf('fc-list', [':lang=ja', 'family']);
  if (fonts || !canInstallPackages()) return;
  await installPackages(['fonts-noto-cjk']);
}
