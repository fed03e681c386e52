import { type Permission, permissions } from '@cloud-factory/domain/identity/permissions'

export interface TagArea {
  /** First word of its tags. */
  readonly area: string
  readonly tags: readonly Permission[]
}

/** Every permission tag by its area, in the order of the contract. */
export const tagAreas: readonly TagArea[] = [...new Set(permissions.map(areaOf))].map((area) => ({
  area,
  tags: permissions.filter((tag) => areaOf(tag) === area),
}))

function areaOf(tag: Permission): string {
  return tag.split('.')[0] ?? tag
}

/** The chosen tags after switching some on or off, always in the order of the contract. */
export function switchTags(
  chosen: readonly string[],
  tags: readonly Permission[],
  on: boolean,
): readonly Permission[] {
  return permissions.filter((tag) => (tags.includes(tag) ? on : chosen.includes(tag)))
}

/** Selected share of an area. */
export function shareOf(chosen: readonly string[], { tags }: TagArea): 'all' | 'some' | 'none' {
  const count = tags.filter((tag) => chosen.includes(tag)).length
  if (count === 0) return 'none'
  return count === tags.length ? 'all' : 'some'
}
