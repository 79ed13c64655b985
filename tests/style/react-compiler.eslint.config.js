import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * The React compiler's rules for components: nothing is modified during rendering, no effect renders again at once. It
 * computes the flow of every value, which takes as long as all other rules together, so it is a step of the long list.
 */
const IN_THE_SHORT_LIST = ['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'];
const compiler = Object.fromEntries(
  Object.entries(reactHooks.configs.recommended.rules).filter(([name]) => !IN_THE_SHORT_LIST.includes(name)),
);

export default tseslint.config({
  files: ['{src,atlas}/**/*.{ts,tsx}'],
  languageOptions: { parser: tseslint.parser },
  // The comments that disable one of the other rules belong to those rules.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
  plugins: { 'react-hooks': reactHooks, '@typescript-eslint': tseslint.plugin },
  rules: compiler,
});
