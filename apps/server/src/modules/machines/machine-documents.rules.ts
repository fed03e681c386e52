interface Facts {
  readonly isMachineActive: boolean
  readonly isRetired: boolean
}

/** Whether a document may be added to a machine or taken out of use: `true`, or the reason why not. */
export function canChangeDocument(
  tags: readonly string[],
  { isMachineActive, isRetired }: Facts,
): true | string {
  if (!tags.includes('equipment.edit')) return 'permission.denied'
  if (!isMachineActive) return 'machine.retired'
  return isRetired ? 'document.retired' : true
}
