/**
 * The fonts of printed files, from the root of the product. They are read when a file is made, and a release carries
 * them; together they have the letters of Latin, Greek and Cyrillic names, of Japanese and of simplified Chinese ones.
 */
export const FONT_FILES = /** @type {const} */ ({
  latin: 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  japanese: 'node_modules/@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  chinese: 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
});

/** The packages that the fonts are from, whose licenses go along. */
export const FONT_PACKAGES = Object.values(FONT_FILES).map((file) => file.split('/').slice(0, 3).join('/'));
