export { english as japanese } from './en-US.ts';
