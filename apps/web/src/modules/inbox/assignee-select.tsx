import type { Assignee } from '@cloud-factory/contract/inbox/assignees'
import type { AssignableRecord } from '@cloud-factory/domain/inbox/record-kinds'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import '../../shared/form/form.css'
import { ListSelect, OpenSelect } from '../../shared/list/list-select.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import { useSession } from '../../shared/session.ts'
import { say, sayUndoable } from '../../shared/ui/say.ts'
import type { Point } from '../../shared/ui/popup-menu.tsx'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** A record that is assigned to a person. */
export interface AssignedRecord {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly assignee: Assignee
}

/** A record for which a person is being chosen, and where. */
export interface AssigneeEdit {
  readonly record: AssignedRecord
  readonly at: Point
}

const assigneesQuery = (kind: AssignableRecord) =>
  queryOptions({
    queryKey: ['assignees', kind],
    queryFn: ({ signal }) => api('GET /api/assignees/:kind', { params: { kind }, signal }),
    staleTime: 60_000,
  })

type Person = Answer<'GET /api/assignees/:kind'>['items'][number]

/** Stands for nobody among the ids of people, also in the address of a list. */
const nobody = 'none'

/** Nobody, the person themselves, then the others by name; people with the same name are distinguished. */
function useChoices(kind: AssignableRecord, isOffered: (person: Person) => boolean, enabled = true) {
  const { t } = useTranslation()
  const userId = useSession(({ user }) => user?.id)
  const { data, isPending } = useQuery({ ...assigneesQuery(kind), enabled })
  const isOwn = ({ id }: Person) => Number(id === userId)
  const people = (data?.items ?? []).filter(isOffered).toSorted((one, other) => isOwn(other) - isOwn(one))
  const options = people.map(({ id, name, username }) => ({ value: id, label: `${name} (${username})` }))
  return { isPending, options: [{ value: nobody, label: t('common:assignee.none') }, ...options] }
}

interface FilterProps {
  readonly kind: AssignableRecord
  readonly list: List
}

/** Narrows a list to one person, or to what is assigned to nobody. People who have left are offered, too. */
export function AssigneeFilter({ kind, list }: FilterProps) {
  const { t } = useTranslation()
  const [isNear, setNear] = useState(false)
  const chosen = list.state.filters['assigneeId']
  const { isPending, options } = useChoices(kind, () => true, isNear || chosen !== undefined)
  return (
    <ListSelect
      label={t('common:field.assignee')}
      values={chosen === undefined ? [] : [chosen]}
      options={options}
      busy={isPending}
      onNear={() => setNear(true)}
      onChange={([assigneeId]) => list.filter({ assigneeId })}
    />
  )
}

interface EditorProps extends AssigneeEdit {
  readonly kind: AssignableRecord
  readonly onClose: () => void
}

/**
 * Chooses a person at a point of the page; saved at once, and undone from the message that says so. Esc or a click
 * elsewhere closes it, and the focus returns to where it was.
 */
export function AssigneeEditor({ kind, record, at, onClose }: EditorProps) {
  const { t } = useTranslation()
  const [before] = useState(() => document.activeElement)
  const { isPending, options } = useChoices(kind, ({ assignable }) => assignable)
  const assign = useAssign(kind, record)
  const close = () => {
    onClose()
    if (before instanceof HTMLElement) before.focus()
  }
  return (
    <div className="cell-popup" style={{ left: at.x, top: at.y }}>
      <OpenSelect
        label={`${t('common:field.assignee')}: ${record.no}`}
        placeholder={record.assignee?.name ?? t('common:assignee.none')}
        required
        busy={isPending}
        values={[]}
        options={options.filter(({ value }) => value !== (record.assignee?.id ?? nobody))}
        onChange={([id = nobody]) => {
          close()
          assign(id === nobody ? null : id)
        }}
        onLeave={close}
      />
    </div>
  )
}

type Sent = Parameters<typeof api<'POST /api/orders/:id/assign'>>[1]

/** The request of each kind, and what its change makes old. */
const requests = {
  order: { area: 'orders', send: (sent: Sent) => api('POST /api/orders/:id/assign', sent) },
  ncr: { area: 'quality', send: (sent: Sent) => api('POST /api/ncrs/:id/assign', sent) },
  repair: { area: 'equipment', send: (sent: Sent) => api('POST /api/repairs/:id/assign', sent) },
} as const satisfies Record<AssignableRecord, object>

/** Assigns the record and offers to undo it. */
function useAssign(kind: AssignableRecord, record: AssignedRecord): (to: string | null) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const problemMessage = useProblemMessage()
  const { area, send } = requests[kind]
  const save = async (version: number, assigneeId: string | null): Promise<AssignedRecord | null> => {
    try {
      return await send({ params: { id: record.id }, body: { version, assigneeId } })
    } catch (error) {
      say('warning', problemMessage(error))
      return null
    } finally {
      void client.invalidateQueries({ queryKey: [area] })
    }
  }
  const nameOf = ({ assignee }: AssignedRecord) => assignee?.name ?? t('common:assignee.none')
  const assign = async (to: string | null) => {
    const saved = await save(record.version, to)
    if (saved === null) return
    const text = `${record.no} · ${t('common:field.assignee')}: ${nameOf(record)} → ${nameOf(saved)}`
    sayUndoable(text, t('common:undo'), () => void save(saved.version, record.assignee?.id ?? null))
  }
  return (to) => void assign(to)
}
