import { type ComponentType, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { usePreference } from '../../shared/list/preferences.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { type Reported, ReportedNote } from './reported-note.tsx'
import { type QueueName, queuesOf } from './dashboard.public.ts'
import { AlarmQueue, PlanQueue, RepairQueue, RoundQueue } from './equipment-queues.tsx'
import { SystemQueue } from './system-queue.tsx'
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

interface Queue {
  readonly title:
    | `queue.title.${'orders' | 'lots' | 'repairs' | 'rounds' | 'plans'}`
    | 'common:piece.to_inspect'
    | 'tile.alarms_active'
    | 'tile.ncrs_to_approve'
    | 'shell:route.authority'
  readonly Rows: ComponentType<QueueProps>
}

const queues: Readonly<Record<QueueName, Queue>> = {
  orders: { title: 'queue.title.orders', Rows: OrderQueue },
  lots: { title: 'queue.title.lots', Rows: LotQueue },
  inspections: { title: 'common:piece.to_inspect', Rows: InspectionQueue },
  approvals: { title: 'tile.ncrs_to_approve', Rows: ApprovalQueue },
  alarms: { title: 'tile.alarms_active', Rows: AlarmQueue },
  repairs: { title: 'queue.title.repairs', Rows: RepairQueue },
  rounds: { title: 'queue.title.rounds', Rows: RoundQueue },
  plans: { title: 'queue.title.plans', Rows: PlanQueue },
  system: { title: 'shell:route.authority', Rows: SystemQueue },
}

/** The person's work as lists with the action in the row, one tab for each; the last one chosen comes first next time. */
export function QueueBand() {
  const { t } = useTranslation('dashboard')
  const tags = usePermissionTags()
  const own = queuesOf(tags)
  const [chosen, choose] = usePreference('dashboard.queue')
  const [dialog, open] = useState<QueueDialog | null>(null)
  const [reported, setReported] = useState<Reported | null>(null)
  const shown = own.find((name) => name === chosen) ?? own[0]
  if (shown === undefined) return null
  const { Rows } = queues[shown]
  const close = () => open(null)
  return (
    <section className="card is-wide queue-band" aria-label={t('shell:bottomBar.queue')}>
      <PartTabs
        label={t('shell:bottomBar.queue')}
        parts={own.map((key) => ({ key, title: t(queues[key].title) }))}
        shown={shown}
        onShow={choose}
      >
        {reported !== null && <ReportedNote reported={reported} onClose={() => setReported(null)} />}
        <Rows open={open} />
      </PartTabs>
      {dialog !== null && (
        <Overlay onClose={close}>
          <QueueDialogs dialog={dialog} onReported={setReported} onClose={close} />
        </Overlay>
      )}
    </section>
  )
}
