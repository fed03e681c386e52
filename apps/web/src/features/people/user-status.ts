import type { UserRow } from '@cloud-factory/contract/people'

export const userStatuses = ['active', 'disabled'] as const satisfies readonly UserRow['status'][]
