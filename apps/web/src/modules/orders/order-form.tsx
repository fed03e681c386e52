import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { OrderMove } from './order-actions.rules.ts'
import type { OpenDialog } from './order-menu.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import { Form, Input, InputNumber, Select } from 'antd'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useFirstReply } from '../../shared/form/use-first-reply.ts'
import type { Versioned } from '../../shared/form/use-save-form.ts'
import { useKnownOrder } from './orders.queries.ts'
import { ProjectName } from '../projects/project-filter.tsx'
import { ProjectSelect } from '../projects/project-select.tsx'

interface OrderDialogProps {
  readonly dialog: OpenDialog
  readonly onDone: () => void
  /** Called instead of `onDone` with an order that was created as a copy. */
  readonly onCreated: (order: Pick<OrderRow, 'id'>) => void
  readonly onClose: () => void
}

/** Moves that are one question and one request. */
type PlainMove = Exclude<OrderMove, 'release'>

const targets = { confirm: 'confirmed', reopen: 'draft', cancel: 'cancelled' } as const
const dangers: ReadonlySet<PlainMove> = new Set(['hold', 'cancel', 'delete'])

/** The form or the question that an action on an order opens. Mount it when it opens. */
export function OrderDialog({ dialog: { order, act }, onDone, onCreated, onClose }: OrderDialogProps) {
  if (act === 'edit') return <OrderForm order={order} onSaved={onDone} onClose={onClose} />
  if (act === 'copy') return <OrderForm order={null} copyOf={order} onSaved={onCreated} onClose={onClose} />
  if (act === 'release') return <ReleaseDialog order={order} onDone={onDone} onClose={onClose} />
  return <MoveDialog order={order} move={act} onDone={onDone} onClose={onClose} />
}

function MoveDialog({
  order,
  move,
  onDone,
  onClose,
}: Pick<OrderDialogProps, 'onDone' | 'onClose'> & { readonly order: OrderRow; readonly move: PlainMove }) {
  const { t } = useTranslation('orders')
  const changed = useOrdersChanged()
  return (
    <ActionDialog
      title={t(`ask.${move}`, { no: order.no })}
      action={t(`action.${move}`)}
      keep={move === 'cancel' ? t('ask.keep') : undefined}
      danger={dangers.has(move)}
      reason={reasonFor(move, order)}
      act={(reason, idempotencyKey) => make(move, order, reason, idempotencyKey)}
      changed={changed}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${move}Text`)}
    </ActionDialog>
  )
}

/** Whether a move asks why. */
function reasonFor(move: PlainMove, { status }: OrderRow): 'required' | 'optional' | undefined {
  if (move === 'hold' || move === 'resume') return 'required'
  // Required if pieces are missing on site; the error says so.
  if (move === 'close') return 'optional'
  if (move !== 'cancel') return undefined
  return status === 'draft' ? 'optional' : 'required'
}

/** Sends the request of a move. */
function make(
  move: PlainMove,
  { id, version }: OrderRow,
  reason: string | undefined,
  idempotencyKey: string,
): Promise<unknown> {
  const params = { id }
  const why = reason === undefined ? {} : { reason }
  switch (move) {
    case 'delete':
      return api('DELETE /api/orders/:id', { params, query: { version } })
    case 'hold':
      return api('POST /api/orders/:id/hold', { params, body: { reason: reason ?? '' }, idempotencyKey })
    case 'resume':
      return api('POST /api/orders/:id/resume', { params, body: { reason: reason ?? '' }, idempotencyKey })
    case 'close':
      return api('POST /api/orders/:id/close', { params, body: { version, ...why }, idempotencyKey })
    case 'confirm':
    case 'reopen':
    case 'cancel': {
      const body = { version, to: targets[move], ...why }
      return api('POST /api/orders/:id/status', { params, body, idempotencyKey })
    }
  }
}

/** An order as the form holds it. */
type OrderValues = {
  readonly no: string
  readonly name: string
  readonly projectId: string | null
  readonly customerPo: string | null
  readonly priority: OrderRow['priority']
  readonly dueOn: string | null
  readonly contractTonnes: number | null
  readonly note: string | null
}

interface OrderFormProps {
  /** Null: a new one. */
  readonly order: OrderRow | null
  /** Project that a new order begins with. */
  readonly projectId?: string | undefined
  /** An order whose values a new one begins with. */
  readonly copyOf?: OrderRow
  readonly onSaved: (order: OrderRow) => void
  readonly onClose: () => void
}

/** Creates an order, perhaps as a copy of another, or changes one's own fields. */
export function OrderForm(props: OrderFormProps) {
  const { data, isLoading } = useFirstReply({
    queryKey: ['orders', 'next-no'],
    // Without a proposal the number is typed.
    queryFn: ({ signal }) => api('GET /api/next-order-no', { signal }).catch(() => null),
    enabled: props.order === null,
  })
  if (isLoading) return null
  return <FilledForm {...props} no={data?.no ?? ''} />
}

interface FilledFormProps extends OrderFormProps {
  /** Of a new order. */
  readonly no: string
}

function FilledForm({ order, no, projectId, copyOf, onSaved, onClose }: FilledFormProps) {
  const { t } = useTranslation('orders')
  const changed = useOrdersChanged()
  const known = useKnownOrder()
  const idempotencyKey = useRequestKey()
  const save = async (values: OrderValues, version: number): Promise<OrderRow> => {
    const input = inputOf(values)
    return order === null
      ? api('POST /api/orders', { body: input, idempotencyKey })
      : api('PATCH /api/orders/:id', { params: { id: order.id }, body: { version, ...input } })
  }
  return (
    <FormDrawer<OrderValues, OrderRow>
      title={order === null ? t('form.create') : t('form.edit', { no: order.no })}
      labels={{
        no: t('field.no'),
        name: t('field.name'),
        projectId: t('field.projectId'),
        customerPo: t('field.customerPo'),
        priority: t('field.priority'),
        dueOn: t('field.dueOn'),
        contractTonnes: t('field.contractTonnes'),
        note: t('field.note'),
      }}
      initial={order === null ? { values: newOrder(no, projectId, copyOf), version: 0 } : versioned(order)}
      save={save}
      theirs={(current) => versioned(current as OrderRow)}
      show={(field, value) => {
        if (field === 'projectId' && typeof value === 'string') return <ProjectName id={value} />
        return field === 'priority' ? t(`priority.${String(value)}`) : undefined
      }}
      onSaved={(saved) => {
        known(saved)
        void changed()
        onSaved(saved)
      }}
      onClose={onClose}
    >
      <OrderFields activeOnly={order === null} />
    </FormDrawer>
  )
}

function OrderFields({ activeOnly }: { readonly activeOnly: boolean }) {
  const { t } = useTranslation('orders')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="no" label={t('field.no')} rules={[required]}>
          <Input maxLength={40} placeholder={t('hint.no')} />
        </Form.Item>
        <Form.Item name="priority" label={t('field.priority')}>
          <Select options={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item name="name" label={t('field.name')}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item
        name="projectId"
        label={t('field.projectId')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <ProjectSelect placeholder={t('hint.project')} activeOnly={activeOnly} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="dueOn" label={t('field.dueOn')} tooltip={t('hint.dueOn')}>
          <DayField />
        </Form.Item>
        <Form.Item name="contractTonnes" label={t('field.contractTonnes')}>
          <InputNumber<number> min={0} max={9_999_999} precision={3} step={1} className="number-field" />
        </Form.Item>
      </div>
      <Form.Item name="customerPo" label={t('field.customerPo')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={4} maxLength={2000} showCount />
      </Form.Item>
    </>
  )
}

const newOrder = (no: string, projectId: string | undefined, copyOf: OrderRow | undefined): OrderValues => ({
  name: '',
  projectId: projectId ?? null,
  priority: 'B',
  contractTonnes: null,
  note: null,
  ...(copyOf && versioned(copyOf).values),
  no,
  // A copy is due on another day and has a purchase order of its own.
  customerPo: null,
  dueOn: null,
})

const versioned = (order: OrderRow): Versioned<OrderValues> => ({
  values: orderInputOf(order),
  version: order.version,
  by: order.updatedBy,
})

/** What a request sends to change an order, unchanged. */
export function orderInputOf(order: OrderRow) {
  const { no, name, project, customerPo, priority, dueOn, contractTonnes, note } = order
  return { no, name, projectId: project.id, customerPo, priority, dueOn, contractTonnes, note }
}

const inputOf = ({ no, name, projectId, customerPo, note, ...rest }: OrderValues) => ({
  ...rest,
  no: no.trim(),
  name: name.trim(),
  projectId: projectId ?? '',
  customerPo: textOrNull(customerPo),
  note: textOrNull(note),
})

const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null
