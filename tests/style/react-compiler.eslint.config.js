import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * What React's compiler says of components: nothing is changed while a page is drawn, no effect draws it again at once.
 * It works out the flow of every value, which takes as long as all other rules together, so it is a step of the long
 * list.
 */
const IN_THE_SHORT_LIST = ['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'];
const compiler = Object.fromEntries(
  Object.entries(reactHooks.configs.recommended.rules).filter(([name]) => !IN_THE_SHORT_LIST.includes(name)),
);

export default tseslint.config({
  files: ['{src,atlas}/**/*.{ts,tsx}'],
  languageOptions: { parser: tseslint.parser },
  // The lines that take back one of the other rules are theirs.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
  plugins: { 'react-hooks': reactHooks, '@typescript-eslint': tseslint.plugin },
  rules: compiler,
});
