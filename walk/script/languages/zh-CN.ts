export { english as chinese } from './en-US.ts';
