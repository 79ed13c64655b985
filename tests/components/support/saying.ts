/**
 * A matcher for an element that says these words, parts of which may be elements of their own, such as a reference that
 * is never broken; of the elements around it, the innermost.
 */
export function saying(words: string | RegExp): (content: string, element: Element | null) => boolean {
  const says = (element: Element) =>
    typeof words === 'string' ? element.textContent === words : words.test(element.textContent);
  return (_, element) => element !== null && says(element) && ![...element.children].some(says);
}
