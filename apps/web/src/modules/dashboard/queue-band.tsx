import type { PermissionRule } from '@cloud-factory/domain/identity/permissions'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { type Reported, ReportedNote } from './reported-note.tsx'
import { AlarmQueue, PlanQueue, RepairQueue, RoundQueue } from './equipment-queues.tsx'
import {
  ApprovalQueue,
  InspectionQueue,
  LotQueue,
  OrderQueue,
  type QueueDialog,
  type QueueProps,
} from './queues.tsx'

/** Dialogs use Ant Design and the texts of their areas: loaded when the first one opens. */
const QueueDialogs = lazyThemed(async () => {
  const [dialogs] = await Promise.all([
    import('./queue-dialogs.tsx'),
    loadWords('orders', 'production', 'ncr', 'maintenance'),
  ])
  return dialogs.QueueDialogs
})

type QueueName = 'lots' | 'orders' | 'inspections' | 'approvals' | 'alarms' | 'repairs' | 'rounds' | 'plans'

interface Queue {
  readonly key: QueueName
  readonly title:
    | `queue.title.${'orders' | 'lots' | 'repairs' | 'rounds' | 'plans'}`
    | 'common:piece.to_inspect'
    | 'tile.alarms_active'
    | 'tile.ncrs_to_approve'
  /** Who acts on it. */
  readonly rule: PermissionRule
  readonly Rows: ComponentType<QueueProps>
}

const mend = { permission: 'equipment.maintain' } as const
const queues: readonly Queue[] = [
  { key: 'orders', title: 'queue.title.orders', rule: { permission: 'order.release' }, Rows: OrderQueue },
  { key: 'lots', title: 'queue.title.lots', rule: { permission: 'order.report' }, Rows: LotQueue },
  {
    key: 'inspections',
    title: 'common:piece.to_inspect',
    rule: { permission: 'quality.inspect' },
    Rows: InspectionQueue,
  },
  {
    key: 'approvals',
    title: 'tile.ncrs_to_approve',
    rule: { permission: 'quality.judge' },
    Rows: ApprovalQueue,
  },
  { key: 'alarms', title: 'tile.alarms_active', rule: { permission: 'alarm.ack' }, Rows: AlarmQueue },
  { key: 'repairs', title: 'queue.title.repairs', rule: mend, Rows: RepairQueue },
  { key: 'rounds', title: 'queue.title.rounds', rule: mend, Rows: RoundQueue },
  { key: 'plans', title: 'queue.title.plans', rule: mend, Rows: PlanQueue },
]

/** Who acts on no queue sees the orders at risk. */
const toRead = queues.filter(({ key }) => key === 'orders')

/** The person's work as lists with the action in the row, one tab for each. */
export function QueueBand() {
  const { t } = useTranslation('dashboard')
  const tags = usePermissionTags()
  const mine = queues.filter(({ rule }) => satisfies(tags, rule))
  const own = mine.length > 0 || !tags.includes('order.view') ? mine : toRead
  const [chosen, choose] = useState<QueueName | null>(null)
  const [dialog, open] = useState<QueueDialog | null>(null)
  const [reported, setReported] = useState<Reported | null>(null)
  const shown = own.find(({ key }) => key === chosen) ?? own[0]
  if (shown === undefined) return null
  const close = () => open(null)
  return (
    <section className="card is-wide" aria-label={t('queue.label')}>
      <PartTabs
        label={t('queue.label')}
        parts={own.map(({ key, title }) => ({ key, title: t(title) }))}
        shown={shown.key}
        onShow={choose}
      >
        {reported !== null && <ReportedNote reported={reported} onClose={() => setReported(null)} />}
        <shown.Rows open={open} />
      </PartTabs>
      {dialog !== null && (
        <Overlay onClose={close}>
          <QueueDialogs dialog={dialog} onReported={setReported} onClose={close} />
        </Overlay>
      )}
    </section>
  )
}
