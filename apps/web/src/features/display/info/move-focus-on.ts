/**
 * Before the row goes that a button stands in: the keyboard goes on with the button of the next row, of the one before
 * where it was the last, or with what holds the rows where it was the only one.
 */
export function moveFocusOn(button: HTMLElement, row: string, holder: string): void {
  const going = button.closest(row)
  const neighbour = going?.nextElementSibling ?? going?.previousElementSibling
  const next = neighbour?.querySelector('button') ?? button.closest<HTMLElement>(holder)
  next?.focus()
}
