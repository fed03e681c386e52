import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayPopup } from '../../shared/form/day-field.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { PopupMenu, type Point } from '../../shared/ui/popup-menu.tsx'
import { say, sayUndoable } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { AssigneeEditor } from '../inbox/assignee-select.tsx'
import { orderInputOf } from './order-form.tsx'
import { useKnownOrder } from './orders.queries.ts'

/** A value of an order that is being changed in its row, and where. */
export interface CellEdit {
  readonly order: OrderRow
  readonly field: 'dueOn' | 'priority' | 'assignee'
  readonly at: Point
}

type Change = Partial<Pick<OrderRow, 'dueOn' | 'priority'>>

/** A change that the order's own form makes, too. */
interface FieldEdit extends CellEdit {
  readonly field: keyof Change
}

interface EditorProps<Edit> {
  readonly edit: Edit
  readonly onClose: () => void
}

/** Chooses a new value; it is saved at once and can be undone from the message that says so. */
export function OrderCellEditor({ edit, onClose }: EditorProps<CellEdit>) {
  const { order, field, at } = edit
  return field === 'assignee' ? (
    <AssigneeEditor kind="order" record={order} at={at} onClose={onClose} />
  ) : (
    <FieldEditor edit={{ order, field, at }} onClose={onClose} />
  )
}

function FieldEditor({ edit, onClose }: EditorProps<FieldEdit>) {
  const { order, field, at } = edit
  const { t } = useTranslation('orders')
  const label = `${t(`field.${field}`)}: ${order.no}`
  const change = useChange(edit)
  if (field === 'dueOn') {
    const choose = (dueOn: string | null) => dueOn !== order.dueOn && change({ dueOn })
    return <DayPopup label={label} at={at} value={order.dueOn} onChoose={choose} onClose={onClose} />
  }
  const choices = priorities.map((priority) => ({
    key: priority,
    label: t(`priority.${priority}`),
    disabled: priority === order.priority,
    onChoose: () => change({ priority }),
  }))
  return <PopupMenu label={label} at={at} choices={choices} onClose={onClose} />
}

/** Saves a change of the order and offers to undo it. */
function useChange({ order, field }: FieldEdit): (change: Change) => void {
  const { t } = useTranslation('orders')
  const problemMessage = useProblemMessage()
  const changed = useOrdersChanged()
  const known = useKnownOrder()
  const shown = (value: Change) =>
    field === 'priority' ? t(`priority.${value.priority ?? order.priority}`) : (value.dueOn ?? absent)
  const send = async (change: Change, version: number): Promise<OrderRow | null> => {
    try {
      const body = { ...orderInputOf(order), ...change, version }
      const saved = await api('PATCH /api/orders/:id', { params: { id: order.id }, body })
      known(saved)
      return saved
    } catch (error) {
      say('warning', problemMessage(error))
      return null
    } finally {
      void changed()
    }
  }
  const save = async (change: Change) => {
    const saved = await send(change, order.version)
    if (saved === null) return
    const text = `${order.no} · ${t(`field.${field}`)}: ${shown(order)} → ${shown(change)}`
    sayUndoable(text, t('common:undo'), () => void send({ [field]: order[field] }, saved.version))
  }
  return (change) => void save(change)
}
