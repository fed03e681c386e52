import type { LabourRateRow, StandardHoursRow } from '@cloud-factory/contract/labour/labour'
import { labourRates, standardHours } from '@cloud-factory/domain/labour/labour-resources'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, hundredths, rangeShown, thousands } from '../../shared/format/numbers.ts'
import { useAllowed } from '../../shared/permission.ts'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import { CostList } from './cost-list.tsx'
import { LabourHours } from './labour-hours.tsx'
import { PayrollPart } from './payroll.tsx'
import './labour.css'

const forms = () => import('./labour-forms.tsx')
const StandardHoursForm = lazyDialog(async () => (await forms()).StandardHoursForm)
const LabourRateForm = lazyDialog(async () => (await forms()).LabourRateForm)

/** Hours and money of the work. */
export function LabourPage() {
  const { t } = useTranslation('labour')
  const seesHours = useAllowed({ permission: 'labour.view' })
  const seesMoney = useAllowed({ permission: 'cost.view' })
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.labour')} note={t('note')} />
      <PageParts
        label={t('shell:route.labour')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{
          ...(seesHours && { hours: <LabourHours /> }),
          ...(seesMoney && { payroll: <PayrollPart /> }),
          ...(seesMoney && { costs: <CostList /> }),
          ...(seesHours && { standards: <StandardList /> }),
          ...(seesMoney && { rates: <RateList /> }),
        }}
      />
    </div>
  )
}

/** Process, and the class of weight, in which a row applies. */
function useClassColumns() {
  const { t } = useTranslation('labour')
  const nameOf = useProcessName()
  return useMemo(
    () =>
      ({
        process: {
          key: 'processId',
          width: 128,
          sort: 'process',
          render: ({ processId }: { readonly processId: string }) => nameOf(processId),
        },
        weight: {
          key: 'fromKg',
          title: t('common:field.kg'),
          width: 120,
          align: 'right',
          render: ({ fromKg, toKg }: { readonly fromKg: number; readonly toKg: number | null }) =>
            rangeShown(fromKg, toKg),
        },
      }) as const,
    [t, nameOf],
  )
}

function StandardList() {
  const { process, weight } = useClassColumns()
  const columns = useMemo(
    () =>
      [
        { key: 'code', width: 160 },
        { ...process, width: 200 },
        weight,
        { key: 'hours', render: ({ hours }: StandardHoursRow) => thousands(hours) },
        { key: 'basis', width: 120 },
        { key: 'active', spare: true },
      ] as const,
    [process, weight],
  )
  return <ResourceList resource={standardHours} columns={columns} form={StandardHoursForm} />
}

function RateList() {
  const { process, weight } = useClassColumns()
  const columns = useMemo(
    () =>
      [
        { key: 'code', width: 128 },
        process,
        { key: 'crewId', width: 92, render: ({ crew }: LabourRateRow) => crew ?? absent },
        weight,
        { key: 'price', width: 76, render: ({ price }: LabourRateRow) => hundredths(price) },
        { key: 'basis', width: 114 },
        { key: 'validFrom', width: { zh: 120, other: 136 } },
        { key: 'validUntil', width: 120 },
        { key: 'active', spare: true },
      ] as const,
    [process, weight],
  )
  return <ResourceList resource={labourRates} columns={columns} form={LabourRateForm} />
}
