import type { PermissionRule } from '@cloud-factory/domain/identity/permissions'
import type { ReactNode } from 'react'
import { useAllowed } from '../permission.ts'

interface Props extends PermissionRule {
  readonly children: ReactNode
}

/**
 * Shows its children to people with the permission; for a single record use `ReasonButton` with the record's `can`.
 */
export function Allowed({ children, ...rule }: Props) {
  return useAllowed(rule) ? children : null
}
