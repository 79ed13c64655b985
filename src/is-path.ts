/**
 * Whether a pathname matches a path, ignoring case and a trailing slash; a parameter of the path, such as `:id`,
 * matches anything.
 */
export function isPath(pathname: string, path: string): boolean {
  const segments = (text: string) => text.toLowerCase().replace(/\/+$/, '').split('/');
  const [asked, known] = [segments(pathname), segments(path)];
  return (
    asked.length === known.length &&
    known.every((segment, place) => segment === asked[place] || (segment.startsWith(':') && asked[place] !== ''))
  );
}
