/**
 * Moves the focus before a row with the focused button is removed: to the button of the next row,
 * else of the previous row, else to the container of the rows.
 */
export function moveFocusOn(button: HTMLElement, row: string, holder: string): void {
  const going = button.closest(row)
  const neighbour = going?.nextElementSibling ?? going?.previousElementSibling
  const next = neighbour?.querySelector('button') ?? button.closest<HTMLElement>(holder)
  next?.focus()
}
