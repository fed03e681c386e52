import type { RoleRow, UserRow } from '@cloud-factory/contract/people'
import type { HandOver } from './hand-over-dialog.tsx'
import { usePeopleChanged } from './people.queries.ts'
import type { UserAction } from './user-actions.tsx'
import { UserActionDialog } from './user-action-dialog.tsx'
import { UserForm } from './user-form.tsx'
import { UserSessions } from './user-sessions.tsx'

/** What stands over the list of people. */
export type Opened =
  | { readonly what: 'form'; readonly user: UserRow | null }
  | { readonly what: UserAction; readonly user: UserRow }

interface Props {
  readonly opened: Opened | null
  readonly roles: readonly RoleRow[]
  readonly onClose: () => void
  readonly onDone: (given: HandOver | null) => void
}

export function UserOverlay({ opened, roles, onClose, onDone }: Props) {
  const peopleChanged = usePeopleChanged()
  switch (opened?.what) {
    case undefined:
      return null
    case 'form':
      return <UserForm user={opened.user} roles={roles} onClose={onClose} onDone={onDone} />
    case 'sessions':
      return <UserSessions user={opened.user} onClose={onClose} onChanged={peopleChanged} />
    case 'reset':
    case 'status':
      return <UserActionDialog action={opened.what} user={opened.user} onClose={onClose} onDone={onDone} />
  }
}
