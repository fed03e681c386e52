/** The text of a form's field as it was typed; empty when the form has no such field. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
